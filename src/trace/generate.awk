# Writes C from routines.txt: -v want=symbols: the names and the flops (included by symbols.c); -v want=wrappers: the
# functions that stand in for the routines (wrappers.c includes them). Plain POSIX awk.
#
# A body does the work for all names that share a signature: it is given a slot, which says for which name it stands.
# A stub is a function under a traced name; a bound stub has no name: its slot holds the function to call.

BEGIN {
    naming_count = split("|_,|_64_,|_64,scipy_|_,scipy_|_64_", fortran_namings, ",")
    split("|,|64_,|_64,scipy_|,scipy_|64_", cblas_namings, ",")
    routine_count = symbol_count = entry_count = 0
    BOUND = 4 # as MM_TRACE_BOUND in recorder.h
}

/^#/ || !NF { next }

{
    split($0, halves, " = ")
    field_count = split(halves[1], field, " ")
    line = NR
    kind = field[3]; returns = field[4]; flops = halves[2]
    arg_count = field_count - 4
    for (i = 1; i <= arg_count; i++)
        arg[i] = field[4 + i]
    type_count = length(field[2])
    split(field[1], names, ",")
    delete body_made
    for (t = 1; t <= type_count; t++) {
        type = substr(field[2], t, 1)
        name = names[t] ? names[t] : names[1]
        sub(/\?/, type, name)
        add_routine()
        if (kind != "s")
            add_entry("fortran")
        if (kind != "f")
            add_entry("cblas")
    }
}

END {
    if (want == "symbols")
        print_symbols()
    else
        print_slots()
}

function add_routine() {
    routine_name[routine_count] = name
    routine_type[routine_count] = type
    routine_flops[routine_count] = flops
    routine_complex[routine_count] = returns == "complex"
    routine_count++
}

# One routine through one interface: its names, its body, its stubs.
function add_entry(interface,    i, part, symbol) {
    make_body(interface)
    if (want == "wrappers")
        print "#ifndef MM_TRACE_BOUND_ONLY"
    for (i = 1; i <= naming_count; i++) {
        if (interface == "fortran") {
            split(fortran_namings[i], part, "|")
            symbol = part[1] name part[2]
        } else {
            split(cblas_namings[i], part, "|")
            symbol = part[1] "cblas_" name (kind == "s" ? "_sub" : "") part[2]
        }
        symbol_name[symbol_count] = symbol
        symbol_routine[symbol_count] = routine_count - 1
        symbol_cblas[symbol_count] = interface == "cblas"
        symbol_naming[symbol_count] = i - 1
        symbol_entry[symbol_count] = entry_count
        if (want == "wrappers")
            print_stub("MM_TRACE_EXPORT", symbol, "mm_trace_named + " symbol_count)
        symbol_count++
    }
    if (want == "wrappers") {
        print "#endif"
        print_bound()
    }
    entry_count++
}

# The C types of parameters: all addresses in Fortran. An integer by value is declared with 64 bits: where it has 32, the
# upper half of its register or stack slot is undefined, and passed on as it is.
function c_type(token, interface) {
    if (interface == "fortran" || token ~ /^(x|ba|bb|bm|bn|bk|gs)$/)
        return "void *"
    if (token ~ /^(ta|tb|side|uplo|diag|order)$/)
        return "int "
    if (token ~ /^(m|n|k|b|i|gc)$/)
        return "int64_t "
    if (token == "al" && type ~ /[cz]/)
        return "void *"
    return type ~ /[sc]/ ? "float " : "double "
}

function return_type() {
    if (returns == "void") return "void"
    if (returns == "int") return "int64_t"
    if (returns == "complex") return type == "c" ? "mm_complex32" : "mm_complex64"
    return type ~ /[sc]/ ? "float" : "double"
}

# Fills parameters (declared, with names), types, and arguments (names alone) of the current routine.
function make_signature(interface,    i, count, separator, token) {
    parameters = types = arguments = ""
    count = 0
    if (interface == "cblas" && kind == "b")
        token_of[++count] = "order"
    for (i = 1; i <= arg_count; i++)
        token_of[++count] = arg[i]
    token_count = count
    for (i = 1; i <= count; i++) {
        separator = i > 1 ? ", " : ""
        token = token_of[i]
        types = types separator c_type(token, interface)
        parameters = parameters separator c_type(token, interface) "a" i
        arguments = arguments separator "a" i
    }
    if (interface == "fortran") # the lengths of the character arguments follow, hidden
        for (i = 1; i <= arg_count; i++)
            if (arg[i] ~ /^(ta|tb|side|uplo|diag|c|ba|bb)$/) {
                types = types ", size_t"
                parameters = parameters ", size_t l" i
                arguments = arguments ", l" i
            }
    gsub(/ +,/, ",", types)
}

# Names that share a signature share a body: all types in Fortran; c and z in cblas, where numbers go by address.
function make_body(interface,    key, result) {
    make_signature(interface)
    result = return_type()
    key = interface " " result " " parameters
    if (key in body_made) {
        body = body_made[key]
        return
    }
    body = "body_" line "_" interface "_" type
    body_made[key] = body
    if (want == "wrappers")
        print_body(interface, result)
}

function print_body(interface, result,    i) {
    printf "\n/* %s */\n", field[1]
    printf "MM_TRACE_BODY %s %s(mm_trace_slot *slot, const void *site, %s)\n{\n", result, body, parameters
    print "    MM_TRACE_CALL call;"
    print "    mm_trace_bind(&call, slot, site);"
    if (returns == "complex") # a hidden result comes first where the library returns it by address
        print "    if (mm_trace_returns_hidden(&call))\n        call.key.n = mm_trace_integer(&call, a2);\n    else"
    for (i = 1; i <= token_count; i++)
        print_read(token_of[i], i, interface)
    print "    mm_trace_start(&call);"
    printf "    %s((%s(*)(%s))call.real)(%s);\n}\n", result == "void" ? "" : "return ", result, types, arguments
}

function print_read(token, i, interface,    by) {
    by = interface == "fortran" ? "mm_trace_integer(&call, a" i ")" : "mm_trace_value(&call, a" i ")"
    if (token ~ /^(m|n|k)$/)
        printf "    call.key.%s = %s;\n", token, by
    else if (token == "b")
        printf "    call.key.batch = %s;\n", by
    else if (token == "order")
        printf "    call.key.order = mm_trace_enum(a%d);\n", i
    else if (token ~ /^(ta|tb|side|uplo|diag)$/)
        printf "    call.key.%s = %s(a%d);\n", token == "ta" ? "trans_a" : token == "tb" ? "trans_b" : token, interface == "fortran" ? "mm_trace_letter" : "mm_trace_enum", i
    else if (token == "lw")
        printf "    mm_trace_workspace(&call, a%d);\n", i
    else if (token == "gs")
        printf "    mm_trace_batch(&call, %s, (const void *[]){a%d, a%d, a%d, a%d, a%d, a%d});\n", \
            interface == "fortran" ? "mm_trace_integer(&call, a" i - 1 ")" : "mm_trace_value(&call, a" i - 1 ")", \
            batch_at(1), batch_at(2), batch_at(3), batch_at(4), batch_at(5), i
}

function batch_at(i) {
    return token_of[1] == "order" ? i + 1 : i
}

function print_stub(storage, symbol, slot) {
    printf "%s %s %s(%s)\n{\n", storage, return_type(), symbol, parameters
    printf "    %s%s(%s, __builtin_return_address(0), %s);\n}\n", returns == "void" ? "" : "return ", body, slot, arguments
}

function print_bound(    i) {
    for (i = 0; i < BOUND; i++)
        print_stub("static", "bound_" entry_count "_" i, "&mm_trace_bound[" entry_count "][" i "]")
    bound_names = ""
    for (i = 0; i < BOUND; i++)
        bound_names = bound_names (i ? ", " : "") "(mm_trace_function *)bound_" entry_count "_" i
    bound_row[entry_count] = bound_names
}

function print_symbols(    i) {
    print "static const mm_trace_routine routines[] = {"
    for (i = 0; i < routine_count; i++)
        printf "    {\"%s\", '%s', %d},\n", routine_name[i], routine_type[i], routine_complex[i]
    print "};\n\nstatic const mm_trace_symbol symbols[] = {"
    for (i = 0; i < symbol_count; i++)
        printf "    {\"%s\", %d, %d, %d, %d},\n", symbol_name[i], symbol_routine[i], symbol_entry[i], symbol_cblas[i], symbol_naming[i]
    print "};\n"
    print "static double count_flops(int routine, double m, double n, double k, double b, bool left, bool z, double w)\n{"
    print "    (void)m, (void)k, (void)b, (void)left;\n    switch (routine) {"
    for (i = 0; i < routine_count; i++)
        if (routine_flops[i] != "-")
            printf "    case %d:\n        return %s;\n", i, routine_flops[i]
    print "    default:\n        return NAN;\n    }\n}"
}

function print_slots(    i) {
    print "\n#ifndef MM_TRACE_BOUND_ONLY\nmm_trace_slot mm_trace_named[] = {"
    for (i = 0; i < symbol_count; i++)
        printf "    {.symbol = %d},\n", i
    print "};\n#endif\n\nmm_trace_function *const mm_trace_bound_functions[][MM_TRACE_BOUND] = {"
    for (i = 0; i < entry_count; i++)
        printf "    {%s},\n", bound_row[i]
    printf "};\n\nmm_trace_slot mm_trace_bound[%d][MM_TRACE_BOUND];\n", entry_count
}
