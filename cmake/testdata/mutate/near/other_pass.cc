// One more in the folder.
const PassSpec kOtherPass = {
    .name = "OtherPass",
};
