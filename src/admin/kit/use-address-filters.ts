import { useSearchParams } from 'react-router-dom';

type AddressFilters<Name extends string> = {
  filters: Readonly<Partial<Record<Name, string>>>;
  set: (changes: Readonly<Partial<Record<Name, string>>>) => void;
  clear: () => void;
};

/** Filters that stand in the address: a link leads to what somebody looks at. Empty ones are left out. */
export function useAddressFilters<Name extends string>(
  names: readonly Name[],
): AddressFilters<Name> {
  const [search, setSearch] = useSearchParams();
  const filters: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = search.get(name) ?? '';
    if (value !== '') filters[name] = value;
  }
  return {
    filters,
    set(changes) {
      const all = Object.entries<string | undefined>({ ...filters, ...changes });
      const kept = all.filter((pair): pair is [string, string] => Boolean(pair[1]));
      setSearch(Object.fromEntries(kept), { replace: true });
    },
    clear: () => setSearch({}, { replace: true }),
  };
}
