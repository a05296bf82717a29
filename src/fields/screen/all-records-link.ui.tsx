import { Button } from '@mui/material';
import { useResourceContext } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Field } from '../type/field.ts';
import { useReferences } from '../type/reference-context.tsx';
import { useFieldTexts } from './texts.ui.ts';
import { fillTemplate } from '../problems/fill-template.ts';

/** The address of a list of all records that a field with many references names, if the user may open one. */
export function useListOf(
  field: Field,
  record: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  const resource = useResourceContext();
  const { listOf } = useReferences();
  return resource && record && listOf?.(resource, field, record);
}

export function AllRecordsLink({ to, count }: { to: string; count: number }) {
  const texts = useFieldTexts();
  return (
    <Button size="small" component={Link} to={to} sx={{ displayPrint: 'none' }}>
      {fillTemplate(texts.showAll, { count })}
    </Button>
  );
}
