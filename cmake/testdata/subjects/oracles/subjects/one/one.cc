const SubjectSpec kOneSubject = {
    .name = "one",
};
const SubjectSpec kOtherSubject = {.name = "other"};
bool AtHome(std::string_view name) { return name == "one"; }
