import { Button } from '@mui/material';
import { useNotify } from 'react-admin';
import type { BulkSummary } from '../../contract/summary.ts';
import type { Field } from '../../fields/type/field.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import type { Problem } from '../../fields/problems/problem.ts';
import { useConfig } from '../client/config.tsx';
import { call } from '../client/http.ts';
import { problemText } from '../messages/problem-text.ts';
import { useResource } from './use-resource.ts';
import { useSend } from '../client/use-send.ts';

type Titles = Readonly<Record<string, string>>;

/** A problem of a reference to a record that is gone, with the title that the record had in place of its `_id`. */
export function withTitle<Found extends Problem>(titles: Titles, found: Found): Found {
  const gone = goneIn(found);
  const titled = Object.entries(titles).find(([place]) => place.endsWith(`/${gone}`));
  return titled ? { ...found, params: { ...found.params, value: titled[1] } } : found;
}

function goneIn({ code, params }: Problem): string | undefined {
  return code === 'V014' ? String(params?.['value']) : undefined;
}

type RestoreTargetProps = {
  /** The field that refers to a record. */
  field: Field | undefined;
  problem: Problem;
  titles: Titles;
  /** `Restore {title} too`. */
  label: string;
  onRestored: () => void;
};

/** Restores the record that a reference lacks, if it is in the trash and the user may. */
export function RestoreTarget({ field, problem, titles, ...props }: RestoreTargetProps) {
  const { resources } = useConfig().descriptor;
  const to = field?.kind.relation?.(field.settings).to ?? '';
  const id = goneIn(problem);
  const title = titles[`${to}/${id}`];
  if (!id || title === undefined || !resources.has(to)) return null;
  return <RestoreButton {...props} to={to} id={id} title={title} />;
}

type RestoreButtonProps = Pick<RestoreTargetProps, 'label' | 'onRestored'> & {
  to: string;
  id: string;
  title: string;
};

function RestoreButton({ to, id, title, label, onRestored }: RestoreButtonProps) {
  const { resource, may } = useResource(to);
  const notify = useNotify();
  const { mutate, isPending } = useSend({
    send: () => {
      const init = { method: 'POST', body: { ids: [id] }, timeout: false } as const;
      return call<BulkSummary>(`${resource.root}/trash/restore`, init);
    },
    onDone({
      json: {
        problems: [wrong],
      },
    }) {
      if (!wrong) return onRestored();
      const text = `${title}: ${problemText(wrong)}`;
      notify(text, { type: 'warning' });
    },
  });
  if (!may('delete') || !may('restore')) return null;
  return (
    <Button size="small" loading={isPending} onClick={() => mutate()}>
      {fillTemplate(label, { title })}
    </Button>
  );
}
