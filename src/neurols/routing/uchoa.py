"""The instances of Uchoa et al. (2017) with up to 300 nodes: best known costs and checksums.

Figures only; the instances themselves are read from a folder or fetched (see ``suites``). Costs
are counted with distances rounded to the nearest integer, as CVRPLIB does.

Uchoa, Pecin, Pessoa, Poggi, Vidal, Subramanian (2017): New benchmark instances for the
Capacitated Vehicle Routing Problem. EJOR 257(3), 845-858.
"""

from __future__ import annotations

# name, best known cost, SHA-256 of the .vrp file
_ROWS = (
    ("X-n101-k25", 27591, "24960bd4d3a71246ef6efe76c9b667faee4d02817abf3dad6d87acbbdb8bfbd0"),
    ("X-n106-k14", 26362, "bb42f11620419baea3d0b0465b3e267ffd4f0c58cf446c8e637a9e02b82f157e"),
    ("X-n110-k13", 14971, "33cfb49f6cdafbd13f823d148887087e69ac5a97184d8848d436365a15109062"),
    ("X-n115-k10", 12747, "d768b11df867da5927fa73a24f5a70e11513550f8dcfb07ccefbf54d3f89b9b2"),
    ("X-n120-k6", 13332, "087576948a398295bfdb4c4c49df5221777ee8f949216fd713427c49fa8ac59d"),
    ("X-n125-k30", 55539, "1d76c36454d24f6e99cd0108a6ace691cd6b8d126368cc89a30c1cedf4cf7e7f"),
    ("X-n129-k18", 28940, "539cefe3a2261abd25002f6262db951c57e16ef6bee2f103af57c0084ba94371"),
    ("X-n134-k13", 10916, "739b9c4884a9414858e51cd282b81d8c2ee0d17965b8e2274e3bb673f60ac9ac"),
    ("X-n139-k10", 13590, "27d0365adda5355883c58ac7aa0fb4c1c08ca74a2f2333dd1d71639ebf0dec9e"),
    ("X-n143-k7", 15700, "3649419cf4f48bf259a9e4f1390e9e8d2ca459a847a53246fb40a51eeafb687c"),
    ("X-n148-k46", 43448, "aa5336b1ac309e0777ade3c76396ed82abd0358bfab9435e6ca12b83bf64ca28"),
    ("X-n153-k22", 21220, "1015cccfaa4bead390bb0a96b33a59f4ba0681db4d1ba2dced906db7cd592cbe"),
    ("X-n157-k13", 16876, "d0bcb54706f56a75ef0b9afaaa7110c476997956c9af18b846f82218afb34b17"),
    ("X-n162-k11", 14138, "d25ed2a0e6a02b4db495d0a8619b55e3c825bc8801c0022c75b999c89496613a"),
    ("X-n167-k10", 20557, "17934ca96d30c0bc4c927810da67c7dfc64b3fef800027324e7ffb241e1f1cc3"),
    ("X-n172-k51", 45607, "8241aae579dba86be1bcb366d8e0b63be69a65089423e302b1d2524d46b7c23c"),
    ("X-n176-k26", 47812, "96b1e058647dac12b46d5fcfe3d8e230ffbc2eedb6647192e7eca5323d833401"),
    ("X-n181-k23", 25569, "49b805bf8ea2b136dbdbbc1b11fe3239bf61d9bc20b0f14447630050bd75a4f9"),
    ("X-n186-k15", 24145, "90c7ca7c90d18bd34394aaac6bb11fca68d57b82dea640dceb08f60b6ad1b2fe"),
    ("X-n190-k8", 16980, "91ffef7fc8b5707a470b182a05501b379003b64d671a58205bc944dcb34e224f"),
    ("X-n195-k51", 44225, "d7a39242c5d01d3976d9a58d7e43bfe46ec2cb7da0fcba74f6ce14cf94134048"),
    ("X-n200-k36", 58578, "a804ef0bc6681929f95e18abe50193c8b292801573139b1d028ba6d0abcf2efc"),
    ("X-n204-k19", 19565, "74b386c7e3c419f0612d3236fb645231abd20b2f32c9b26e5dbebc2f5e410298"),
    ("X-n209-k16", 30656, "92c6096f7be68bc9add46e95dbe427fc3d03a04e0d0e3338d30669c9f082396f"),
    ("X-n214-k11", 10856, "171ddfe021220e367eef3468829572c670ce75ab524c240a702caf0eafb0a164"),
    ("X-n219-k73", 117595, "473ac22a88ec3a09d88899af31abf4cc6e11b7e2be8dbcccfac5e786a31c25ac"),
    ("X-n223-k34", 40437, "f735d236e9b04bf4661f4a94ecc1e76705a5e09c52b62abae812c9885cefff56"),
    ("X-n228-k23", 25742, "3658d32e3f2f3b7158551b41793997709ed57caaccb951db428c75815e1bb0c0"),
    ("X-n233-k16", 19230, "8c7aa813a13f6aea02242d95053a068d2d229d2d6e11c35325e8245d55807f4a"),
    ("X-n237-k14", 27042, "ba34af4b4eea0203fce29a18a6902e0285e699b8b7247f29f7ffa8d1b0f13c39"),
    ("X-n242-k48", 82751, "43068acd974d11785e6cba2ff5cc44c321f907944d947fca3e95dcf52c51409f"),
    ("X-n247-k50", 37274, "3a060ca546c1dc6b2beb090faf273b0604462db748d6d5a27c921b31e499d682"),
    ("X-n251-k28", 38684, "3235344a88e451637eaeaf4787dc57d2b55e41c35e8b7d0ca0c1432ab9689f88"),
    ("X-n256-k16", 18839, "66c0a7c7f0baaae8318ce2bf0a84e4ac6c2a93a8badf99f4c1a3527f84affacc"),
    ("X-n261-k13", 26558, "fff3e4b2a215cd83378ec4f8a13fe2d3433e73fc94508a818a3efc62ae23ed1a"),
    ("X-n266-k58", 75478, "a23b5b54614a38919e093e57556ee8687d6a1310a15a7f23e794cff3bc650282"),
    ("X-n270-k35", 35291, "2bf8f49dccdaa95dc50ab11e75cf9f0ffdd4c042e7c19876a513068790427e96"),
    ("X-n275-k28", 21245, "7e8f5381be7db595f935b766cbf6f2f93db0219fd441b48b3daa566d141e008d"),
    ("X-n280-k17", 33503, "361df53c8163adcabe773153187859e9e85bc4b4ca51a8effd1841f466ce29cc"),
    ("X-n284-k15", 20215, "c667fd48844baf90ea8c131b796277c760448894392dbf091b86584f19ba41d9"),
    ("X-n289-k60", 95151, "853df8cf43196f57d3bbfad1779e1c52e365c23b8056aa985a1cfc4c6e940318"),
    ("X-n294-k50", 47161, "b0d22518c7ec41d17d8dd5bc8c38506258374be4afb6a900858e647bca47768c"),
    ("X-n298-k31", 34231, "8fc37d01da8d37f892d29da5b7dace8842cfde22b5406d9fc3196e553985ce4b"),
)

BEST_KNOWN: dict[str, int] = {name: cost for name, cost, _ in _ROWS}
SHA256: dict[str, str] = {name: digest for name, _, digest in _ROWS}


def group(name: str) -> str:
    """The paper's group of an instance, by its nodes: ``n100`` for 100 to 149, and so on."""
    nodes = int(name.split("-")[1].removeprefix("n"))
    return f"n{nodes // 50 * 50}"
