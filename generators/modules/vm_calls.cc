// The forms as text: each is a few lines that take a tensor `{v}` and may give another one of its type. They are read
// by the ordinary reader, so that their types are inferred like anybody's. Tested by generate_test.cc.
#include "generators/modules/vm_calls.h"

#include <array>
#include <span>

#include <fmt/format.h>

namespace assay {
namespace {

// Of the functions that no engine builds, one in this many lies on a mesh.
constexpr uint32_t kMeshShare = 3;

// {v} the newest tensor, {t} its type, {s} its shape, {d} its dtype, {b} its bytes, {k}, {f} functions of the module,
// {i} a device index that is none of the module's vdevices, {n} a number that makes names fresh. A form whose `gives`
// is not empty leaves a tensor under that name.
struct Form {
  std::string_view lines;
  std::string_view gives;
};
constexpr Form kForms[] = {
    {"storage{n}: R.Any = R.memory.alloc_storage(R.shape([{b}]), {i}, R.str(\"global\"), R.dtype(\"uint8\"))\n"
     "tensor{n}: {t} = R.memory.alloc_tensor(storage{n}, 0, {s}, R.dtype(\"{d}\"), {i})\n"
     "R.memory.kill_tensor(tensor{n})\n"
     "R.memory.kill_storage(storage{n})\n",
     ""},
    {"block{n}: R.Any = R.vm.alloc_storage(R.shape([{b}]), {i}, R.dtype(\"uint8\"), R.str(\"global\"))\n"
     "place{n}: {t} = R.vm.alloc_tensor(block{n}, 0, {s}, R.dtype(\"{d}\"), {i})\n"
     "R.vm.call_tir_dyn(cls.{k}, (place{n}, R.shape([])))\n"
     "R.vm.kill_object(place{n})\n",
     ""},
    {"alloc{n}: {t} = R.builtin.alloc_tensor({s}, R.dtype(\"{d}\"), {i}, R.str(\"global\"))\n"
     "cls.{k}(alloc{n})\n",
     ""},
    {"heap{n}: R.Tensor(dtype=\"int64\", ndim=1) = R.call_builtin_with_ctx(\"vm.builtin.alloc_shape_heap\", (4,), "
     "ty_args=(R.Tensor(dtype=\"int64\", ndim=1),))\n",
     ""},
    {"nothing{n}: R.Any = R.null_value()\n", ""},
    // In place only what nobody else holds.
    {"fresh{n} = R.add({v}, {v})\n"
     "doubled{n} = R.call_tir_inplace(cls.{k}, (fresh{n},), out_ty={t}, inplace_indices=[0])\n",
     "doubled{n}"},
    {"own{n} = R.add({v}, {v})\n"
     "changed{n}: {t} = R.call_inplace_packed(\"test.twice_in_place\", own{n}, inplace_indices=[0], ty_args=({t},))\n",
     "changed{n}"},
    {"python{n}: {t} = R.call_py_func(R.str(\"twice\"), ({v},), ty_args=({t},))\n", "python{n}"},
    {"closure{n}: R.Any = R.make_closure(cls.{f}, ({v},))\n"
     "called{n}: {t} = R.invoke_closure(closure{n}, ({v},), ty_args=({t},))\n"
     "again{n}: {t} = R.invoke_pure_closure(closure{n}, (called{n},), ty_args=({t},))\n",
     "again{n}"},
};

// What no engine here builds: passes see it, and leave it alone. {r} is the rank.
constexpr Form kUnbuiltForms[] = {
    {"reduced{n}: {t} = R.ccl.allreduce({v}, op_type=\"sum\", in_group=True)\n", "reduced{n}"},
    {"sent{n}: {t} = R.ccl.broadcast_from_worker0({v})\n", "sent{n}"},
    {"all{n} = R.ccl.allgather({v}, num_workers=2, in_group=True)\n"
     "part{n}: {t} = R.ccl.scatter_from_worker0(all{n}, num_workers=2, axis=0)\n",
     "part{n}"},
    {"whole{n} = R.concat(({v}, {v}), axis=0)\n"
     "shard{n}: {t} = R.dist.redistribute_replica_to_shard(whole{n}, num_workers=2, axis=0)\n",
     "shard{n}"},
    {"begin{n} = R.zeros(R.shape([{r}]), dtype=\"int64\")\n"
     "end{n} = R.shape_to_tensor({s})\n"
     "step{n} = R.ones(R.shape([{r}]), dtype=\"int64\")\n"
     "slice{n} = R.dynamic_strided_slice({v}, begin{n}, end{n}, step{n})\n",
     ""},
    {"data{n} = R.zeros(R.shape([1, 4, 6]), dtype=\"float32\")\n"
     "count{n} = R.zeros(R.shape([1]), dtype=\"int32\")\n"
     "ids{n} = R.zeros(R.shape([1, 4]), dtype=\"int32\")\n"
     "kept{n} = R.vision.non_max_suppression(data{n}, count{n}, ids{n}, iou_threshold=0.5)\n",
     ""},
    {"boxes{n} = R.zeros(R.shape([1, 4, 4]), dtype=\"float32\")\n"
     "scores{n} = R.zeros(R.shape([1, 2, 4]), dtype=\"float32\")\n"
     "chosen{n} = R.vision.all_class_non_max_suppression(boxes{n}, scores{n}, R.const(3, \"int64\"), "
     "R.const(0.5, \"float32\"), R.const(0.125, \"float32\"), output_format=\"onnx\")\n",
     ""},
    {"query{n} = R.zeros(R.shape([1, 6, 2, 4]), dtype=\"float32\")\n"
     "starts{n} = R.zeros(R.shape([3]), dtype=\"int32\")\n"
     "packed{n} = R.nn.attention_var_len(query{n}, query{n}, query{n}, starts{n}, starts{n}, R.const(3, \"int32\"), "
     "R.const(3, \"int32\"))\n",
     ""},
};

// What lies on a mesh of devices: {p} is a kernel that copies, {l} a placement, and the module has a mesh.
constexpr Form kMeshForms[] = {
    {"marked{n}: {t} = R.dist.annotate_sharding({v}, device_mesh=\"mesh[0]\", placement=\"{l}\")\n"
     "local{n} = R.dist.call_tir_local_view(cls.{p}, (marked{n},), out_ty=R.DTensor({e}, \"{d}\", \"mesh[0]\", "
     "\"{l}\"))\n"
     "moved{n} = R.dist.redistribute(local{n}, device_mesh=\"mesh[0]\", placement=\"S[0], R\")\n"
     "again{n} = R.add(moved{n}, moved{n})\n",
     "marked{n}"},
};

struct Words {
  std::string v, t, s, d, b, k, f, i, n, r, p, l, e;
};

const std::string& WordOf(const Words& words, char letter) {
  switch (letter) {
    case 'v': return words.v;
    case 't': return words.t;
    case 's': return words.s;
    case 'd': return words.d;
    case 'b': return words.b;
    case 'k': return words.k;
    case 'f': return words.f;
    case 'i': return words.i;
    case 'r': return words.r;
    case 'p': return words.p;
    case 'l': return words.l;
    case 'e': return words.e;
    default: return words.n;
  }
}

std::string Filled(std::string_view text, const Words& words) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '{') {
      out += text[i];
      continue;
    }
    out += WordOf(words, text[i + 1]);
    i += 2;
  }
  return out;
}

// Whether TVM reads back all operators that the lines name.
bool IsReadable(std::string_view lines) {
  constexpr std::string_view kDialect = "R.";
  for (size_t at = lines.find(kDialect); at != std::string_view::npos; at = lines.find(kDialect, at)) {
    at += kDialect.size();
    const OpSpec* row = FindOp(lines.substr(at, lines.find('(', at) - at));
    if (row != nullptr && !row->tvm_reads_back) return false;
  }
  return true;
}

std::string Indented(std::string_view lines) {
  std::string out;
  while (!lines.empty()) {
    size_t end = lines.find('\n') + 1;
    out += "        ";
    out += lines.substr(0, end);
    lines.remove_prefix(end);
  }
  return out;
}

// A kernel that doubles a tensor in place, or one that copies it.
std::string KernelText(const Words& words, const std::vector<int64_t>& dims, bool copies) {
  std::string extents, loops, axes, places;
  for (size_t i = 0; i < dims.size(); ++i) {
    extents += fmt::format("T.int64({}), ", dims[i]);
    loops += fmt::format("{}i{}", i == 0 ? "" : ", ", i);
    axes += fmt::format("{}v{}", i == 0 ? "" : ", ", i);
    places += 'S';
  }
  std::string bounds = extents.substr(0, extents.size() - 2);
  std::string remap = dims.size() == 1 ? fmt::format("T.axis.spatial({}, i0)", bounds)
                                       : fmt::format("T.axis.remap(\"{}\", [{}])", places, loops);
  std::string head = dims.size() == 1 ? fmt::format("for i0 in range({}):", bounds)
                                      : fmt::format("for {} in T.grid({}):", loops, bounds);
  std::string output = copies ? fmt::format(", B: T.Buffer(({}), \"{}\")", extents, words.d) : "";
  return fmt::format(
      "    @T.prim_func(private=True, s_tir=True)\n"
      "    def {0}(A: T.Buffer(({1}), \"{2}\"){6}):\n"
      "        {3}\n"
      "            with T.sblock(\"A\"):\n"
      "                {4} = {5}\n"
      "                {7}\n\n",
      copies ? words.p : words.k, extents, words.d, head, axes, remap, output,
      copies ? fmt::format("B[{0}] = A[{0}]", axes) : fmt::format("A[{0}] = A[{0}] + A[{0}]", axes));
}

// Four devices, told one by one or as a range; beside them, now and then, what means nothing.
std::string MeshText(bool is_range, bool has_dummy) {
  return fmt::format("    I.module_global_infos({{\"mesh\": [R.device_mesh((2, 2), {})]{}}})\n",
                     is_range ? "I.Range(0, 4)" : "[0, 1, 2, 3]",
                     has_dummy ? ", \"dummy\": [I.dummy_global_info()]" : "");
}

// A function of sizes, as ComputePrimValue makes them.
std::string SizeText(ModuleGen& gen) {
  if (gen.bytes.Chance(1, 2)) return "";
  return fmt::format(
      "    @T.prim_func(private=True, s_tir=True)\n"
      "    def {}(n: T.int64, m: T.int64) -> T.int64:\n"
      "        return n * m + T.int64({})\n\n",
      gen.FreshName("size"), gen.bytes.Pick(gen.plan.extents));
}

}  // namespace

std::string EngineFormsText(ModuleGen& gen) {
  std::vector<int64_t> dims;
  for (uint64_t rank = 1 + gen.bytes.Below(3); rank > 0; --rank) dims.push_back(gen.bytes.Pick(gen.plan.extents));
  constexpr std::array kDTypes = {DType::Float(32), DType::Int(32), DType::Int(64), DType::Float(64), DType::UInt(8)};
  DType dtype = kDTypes[gen.bytes.Below(kDTypes.size())];
  int64_t bytes = dtype.ElementBytes();
  for (int64_t dim : dims) bytes *= dim;
  Words words;
  words.v = "x";
  words.d = DTypeName(dtype);
  words.t = fmt::format("R.Tensor(({},), dtype=\"{}\")", fmt::join(dims, ", "), words.d);
  words.s = fmt::format("R.shape([{}])", fmt::join(dims, ", "));
  words.b = std::to_string(bytes);
  words.i = std::to_string(gen.devices.size());
  words.r = std::to_string(dims.size());
  words.k = gen.FreshName("twice");
  words.f = gen.FreshName("both");
  std::span<const Form> forms = kForms;
  std::string mesh;
  if (gen.bytes.Chance(1, 4)) {
    forms = kUnbuiltForms;
    // Nothing runs what lies on a mesh: the operators are to come up, and no more.
    if (gen.bytes.Chance(1, kMeshShare)) forms = kMeshForms;
  }
  if (forms.data() == kMeshForms) {
    words.p = gen.FreshName("copy");
    words.l = gen.bytes.Chance(1, 2) ? "R, R" : "R, S[0]";
    words.e = fmt::format("({},)", fmt::join(dims, ", "));
    bool is_range = gen.bytes.Chance(1, 2);
    mesh = MeshText(is_range, gen.bytes.Chance(1, 2)) + KernelText(words, dims, true);
  }
  std::string body;
  for (int number = 0; number < 12; ++number) {
    if (number > 0 && gen.bytes.Chance(1, 4)) break;
    const Form& form = forms[gen.bytes.Below(forms.size())];
    if (!gen.Has(Feature::kUnreadable) && !IsReadable(form.lines)) continue;
    words.n = std::to_string(number);
    body += Indented(Filled(form.lines, words));
    if (!form.gives.empty()) words.v = Filled(form.gives, words);
  }
  return fmt::format(
      "@I.ir_module\nclass Module:\n{6}{0}"
      "    @R.function(private=True)\n"
      "    def {1}(a: {2}, b: {2}) -> {2}:\n"
      "        c = R.add(a, b)\n"
      "        return c\n\n"
      "    @R.function(private=True, pure=False)\n"
      "    def {3}(x: {2}) -> {2}:\n"
      "        cls = Module\n{4}"
      "        return {5}\n",
      KernelText(words, dims, false) + SizeText(gen), words.f, words.t, gen.FreshName("explicit"), body, words.v, mesh);
}

}  // namespace assay
