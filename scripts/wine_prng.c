/* bcryptprimitives.dll for Wine before 9, which lacks it: Windows' Python takes its random bytes from
   ProcessPrng. They come from advapi32's RtlGenRandom, which Wine has. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID bytes, ULONG many);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T many)
{
    while (many) {
        ULONG part = many > 1 << 20 ? 1 << 20 : (ULONG) many;
        if (!SystemFunction036(bytes, part))
            return FALSE;
        bytes += part;
        many -= part;
    }
    return TRUE;
}

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, LPVOID reserved)
{
    return TRUE;
}
