import { useCallback, useState } from 'react';
import type { RaRecord } from 'react-admin';
import { useReferences } from '../reference-context.tsx';

/**
 * How react-admin's reference inputs offer records of a resource. Records are asked
 * for when the input is opened, not when the form is: a form has many such inputs.
 */
export function useRecordOptions(resource: string) {
  const { titleOf, sortOf } = useReferences();
  const [wasOpened, setWasOpened] = useState(false);
  // The same function as long as it says the same: with another one the input forgets what is typed.
  const optionText = useCallback(
    (record: RaRecord) => titleOf(resource, record),
    [titleOf, resource],
  );
  return {
    reference: {
      reference: resource,
      sort: sortOf(resource),
      perPage: 25,
      enableGetChoices: () => wasOpened,
    },
    options: {
      optionText,
      filterToQuery: (text: string) => (text.trim() === '' ? {} : { q: text.trim() }),
      onOpen: () => setWasOpened(true),
      helperText: false,
      size: 'small',
      fullWidth: true,
    } as const,
  };
}
