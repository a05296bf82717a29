import { useSearchParams } from 'react-router-dom';

/** Filters kept in the address, so that a link leads to the same selection. Empty filters are omitted. */
export function useAddressFilters<Name extends string>(names: readonly Name[]) {
  const [search, setSearch] = useSearchParams();
  const filters: Readonly<Partial<Record<Name, string>>> = Object.fromEntries(
    names.map((name) => [name, search.get(name)]).filter(([, value]) => value),
  );
  const set = (changes: typeof filters): void => {
    const all = Object.entries<string | undefined>({ ...filters, ...changes });
    const kept = all.filter((pair): pair is [string, string] => Boolean(pair[1]));
    setSearch(Object.fromEntries(kept), { replace: true });
  };
  return {
    filters,
    set,
    clear: () => setSearch({}, { replace: true }),
    /** The value and the handler of one filter, for an input. */
    inputOf: (name: Name) => ({
      value: filters[name] ?? '',
      onChange: (value: string) => set({ [name]: value } as typeof filters),
    }),
  };
}
