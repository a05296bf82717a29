import { useSearchParams } from 'react-router-dom';

/** Filters that stand in the address: a link leads to what somebody looks at. Empty ones are left out. */
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
    /** One of them as an input has it. */
    inputOf: (name: Name) => ({
      value: filters[name] ?? '',
      onChange: (value: string) => set({ [name]: value } as typeof filters),
    }),
  };
}
