import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { Box, Button, Typography } from '@mui/material';
import { useMemo, useState, type ReactNode } from 'react';
import { columnPaths } from '../../../../descriptor/column-field.ts';
import type { Descriptor } from '../../../../descriptor/descriptor.ts';
import { MOST_REFERENCES, targetOf } from '../../../../descriptor/lookups.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { useConfig } from '../../../client/config.tsx';
import { Hint } from '../../../kit/hint.tsx';
import { useI18n } from '../../../kit/use-i18n.ts';
import { useResource } from '../../../kit/use-resource.ts';
import type { ResourceView } from '../../../kit/as-of.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';

/** The fields of the records that a reference leads to, and the references among them that lead further. */
type LookupGroup = {
  reference: Field;
  fields: readonly Field[];
  /** Asked for only where a group is open, or searched: each step multiplies them. */
  further: () => readonly LookupGroup[];
};

/** Of a search, so many fields are listed. */
const MOST_FOUND = 30;

type LookupRowsProps = { words: string; toRow: (field: Field, label: string) => ReactNode };

/** The fields of referenced records as columns: each reference opens its own; a search looks through all of them. */
export function LookupRows({ words, toRow }: LookupRowsProps) {
  const { texts, say } = useI18n();
  const groups = useLookupGroups();
  if (groups.length === 0) return null;
  const isSearch = words.trim() !== '';
  const all = isSearch ? groups.flatMap(fieldsOf) : [];
  // `Project › Owner` is meant rather than `Project › Owner › Email`.
  const isOwn = ({ label }: Field): boolean => isIn(lastOf(say(label)), words);
  const matches = all.filter(({ label }) => isIn(say(label), words));
  const meant = [...matches.filter(isOwn), ...matches.filter((field) => !isOwn(field))];
  if (isSearch && meant.length === 0) return null;
  return (
    <Box sx={{ borderTop: 1, borderColor: 'divider', mt: 0.5, pt: 1 }}>
      <Typography component="h3" variant="caption" sx={{ color: 'text.secondary', px: 0.5 }}>
        {texts.grid.behind}
      </Typography>
      {isSearch
        ? meant.slice(0, MOST_FOUND).map((field) => toRow(field, say(field.label)))
        : groups.map((group) => <Group key={group.reference.name} group={group} toRow={toRow} />)}
      {meant.length > MOST_FOUND && (
        <Hint>{fillTemplate(texts.grid.moreFound, { count: meant.length - MOST_FOUND })}</Hint>
      )}
    </Box>
  );
}

function Group({ group, toRow }: { group: LookupGroup; toRow: LookupRowsProps['toRow'] }) {
  const { say } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const { reference, fields, further } = group;
  return (
    <>
      <Button
        size="small"
        color="inherit"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        startIcon={
          <ExpandMoreIcon sx={{ transform: isOpen ? 'none' : 'rotate(-90deg)' }} fontSize="small" />
        }
        sx={{ display: 'flex', width: 1, justifyContent: 'flex-start', textAlign: 'left' }}
      >
        {lastOf(say(reference.label))}
      </Button>
      {isOpen && (
        <Box role="group" aria-label={say(reference.label)} sx={{ pl: 2 }}>
          {fields.map((field) => toRow(field, lastOf(say(field.label))))}
          {further().map((each) => (
            <Group key={each.reference.name} group={each} toRow={toRow} />
          ))}
        </Box>
      )}
    </>
  );
}

/** The lookups that this list offers, by reference; none in the past, which does not know other records. */
export function useLookupGroups(): readonly LookupGroup[] {
  const { descriptor } = useConfig();
  const view = useResource();
  return useMemo(() => {
    const own = [...view.readable, ...stamps.flatMap((name) => view.find(name) ?? [])];
    return own.flatMap((field) => toGroup(descriptor, view, field, MOST_REFERENCES - 1));
  }, [descriptor, view]);
}

/** Who wrote a record can be asked for more; a version and the ID of another record cannot. */
const stamps = ['createdBy', 'updatedBy'];
const times = ['createdAt', 'updatedAt'];

function toGroup(
  descriptor: Descriptor,
  view: ResourceView,
  reference: Field,
  most: number,
): LookupGroup[] {
  const target = descriptor.resources.get(targetOf(reference) ?? '');
  if (!target) return [];
  const paths = [...[...target.fields.values()].flatMap(columnPaths), ...times];
  const fields = paths.flatMap((path) => view.column(`${reference.name}.${path}`) ?? []);
  if (fields.length === 0) return [];
  const further = () =>
    most === 0 ? [] : fields.flatMap((field) => toGroup(descriptor, view, field, most - 1));
  return [{ reference, fields, further }];
}

function fieldsOf({ fields, further }: LookupGroup): Field[] {
  return [...fields, ...further().flatMap(fieldsOf)];
}

/** The name below a heading: `Owner` of `Project › Owner`. */
function lastOf(label: string): string {
  return label.split(' › ').at(-1)!;
}

export function isIn(label: string, words: string): boolean {
  return label.toLowerCase().includes(words.trim().toLowerCase());
}
