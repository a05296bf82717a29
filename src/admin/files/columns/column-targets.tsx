import { requireEntry } from '../../../fields/require-entry.ts';
import { Alert } from '@mui/material';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import {
  groupTargets,
  nameGroup,
  namingTargets,
  type TargetFields,
  type TargetGroup,
  toNamingColumn,
} from '../../../files/import/rows/target-columns.ts';
import { Hint } from '../../kit/hint.tsx';
import { useText } from '../../messages/use-text.ts';
import { useTexts } from '../../messages/texts.ts';
import { NewTargets, type ColumnConversionsProps } from './column-references.tsx';
import type { JobSettings } from '../job-settings.ts';

/** The columns for fields behind references, by the name of the reference. */
export type ColumnGroups = ReadonlyMap<string, TargetGroup>;

export function toGroups(targets: TargetFields, { columns }: Pick<JobSettings, 'columns'>) {
  const choices = [...columns].map(([name, choice]) => {
    const { field } = choice;
    return [name, typeof field === 'string' ? { ...choice, field } : null] as const;
  });
  return groupTargets(targets, choices);
}

/** The group of a column, if it is for a field behind a reference. */
export function groupOf(groups: ColumnGroups, column: string): TargetGroup | undefined {
  return groups.values().find(({ columns }) => columns.some((one) => one.column === column));
}

/** What a column for a field behind a reference does: it names the record, or has a value of a new one. */
export function ColumnTarget({ group, ...props }: ColumnConversionsProps & { group: TargetGroup }) {
  const { columns: texts } = useTexts('files');
  const say = useText();
  const { to, columns } = group;
  const isNamer = nameGroup(group).namer?.column === props.name;
  const given = new Set(columns.map(({ field }) => field.name));
  const by = toNamingColumn(group)?.[1].by;
  const text = isNamer ? texts.writing.names : texts.writing.isPart;
  return (
    <>
      <Hint variant="caption">{fillTemplate(text, { name: say(to.label) })}</Hint>
      {isNamer && <NewTargets {...props} to={to} by={by} given={given} />}
    </>
  );
}

/** The groups in which no column names the record. */
export function NamelessGroups({ groups }: { groups: ColumnGroups }) {
  const { columns: texts } = useTexts('files');
  const say = useText();
  const nameless = [...groups.values()].filter((group) => toNamingColumn(group) === undefined);
  return nameless.map(({ reference, to, columns }) => {
    const behind = namingTargets(to).map((name) => say(requireEntry(to.fields, name).label));
    const labels = behind.map((label) => `${say(reference.label)} · ${label}`);
    return (
      <Alert key={reference.name} severity="error">
        {fillTemplate(texts.writing.nameless, {
          name: say(to.label),
          columns: columns.map(({ column }) => column).join(', '),
          fields: [say(reference.label), ...labels].join(', '),
        })}
      </Alert>
    );
  });
}
