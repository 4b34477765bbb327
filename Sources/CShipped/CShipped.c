#include "CShipped.h"

const ShippedFile shipped_files[] = {{0, 0, 0}};
const size_t shipped_file_count = 0;
