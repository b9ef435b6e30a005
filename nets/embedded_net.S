// The bytes of the embedded network, put between two symbols by the assembler: no C array to compile, no copy at start.
// -DTABIYA_NET_PATH="\"file.nnue\"" names the file; without it the span is empty. A bare compiler does it too.

#if defined(__APPLE__)
#define SYMBOL(name) _##name
        .const_data
#else
#define SYMBOL(name) name
        .section .rodata
#endif

        .balign 64
        .globl SYMBOL(tabiyaEmbeddedNetBegin)
SYMBOL(tabiyaEmbeddedNetBegin):
#ifdef TABIYA_NET_PATH
        .incbin TABIYA_NET_PATH
#endif
        .globl SYMBOL(tabiyaEmbeddedNetEnd)
SYMBOL(tabiyaEmbeddedNetEnd):
        .byte 0

#if defined(__linux__)
        .section .note.GNU-stack,"",%progbits
#endif
