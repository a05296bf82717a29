import { type AllMatching, type ActionTarget, useActionForm } from './use-action-form.ts';
import { Alert, Box, DialogContentText } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useDataProvider, useNotify, type RaRecord } from 'react-admin';
import type { Action } from '../../../descriptor/settings/actions.ts';
import type { FilePlace } from '../../../fields/files/file-context.tsx';
import { FilePlaceContext } from '../../../fields/files/file-place.ui.ts';
import { emptySummary, toRecordProblems, type BulkSummary } from '../../client/bulk.ts';
import type { RecordProvider } from '../../client/data-provider.ts';
import { useCount } from '../../resource/use-count.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { BulkDialog, useBulkRun } from '../../resource/bulk-dialog.tsx';
import { InputsFrame } from '../../resource/inputs-frame.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { FieldInput } from '../form/field-slot.tsx';
import type { Values } from '../form/form-values.ts';
import { COLUMNS } from '../record-layout.ts';
import { useUnprovenEmailWarning } from './unproven-email-warning.tsx';
import { wholeRecordKey } from '../use-refresh.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

type ActionDialogProps = {
  action: Action;
  targets: readonly ActionTarget[];
  /** How many records the user has selected; those for which the action is not possible are left out. */
  of?: number;
  all?: AllMatching | undefined;
  onDone: (() => void) | undefined;
  onClose: () => void;
};

/** Asks for the values an action needs, runs it, and reports each record it failed for. */
export function ActionDialog(props: ActionDialogProps) {
  const { action, targets, of = targets.length, all, onDone, onClose } = props;
  const { texts, say, number } = useI18n();
  const notify = useNotify();
  const { resource } = useResource();
  const { form, submit } = useActionForm(action, all ? [] : targets);
  const one = useAct(action, targets);
  const many = useBulkRun();
  const unproven = useUnprovenEmailWarning({ action, targets, all });
  const matching = useMatching(action, all);
  const count = all ? (matching ?? all.count) : targets.length;
  const others = (all?.count ?? of) - count;
  const [summary, setSummary] = useState<BulkSummary>();

  const act = submit(async (values) => {
    const outcome = all
      ? await many.run({
          action: action.name,
          filter: all.filter,
          ...(action.form.size > 0 && { data: values }),
        })
      : await one.run(values);
    if (outcome === undefined) return;
    // For many records it reports all outcomes (`spec.md`, Error catalogue), for one only a failure.
    if (count > 1 || outcome.failed > 0 || outcome.stopped) {
      setSummary(outcome);
      return;
    }
    const counted = { action: say(action.label), count: outcome.updated };
    notify(fillTemplate(texts.action.done, counted), { type: 'success' });
    onDone?.();
    onClose();
  });
  const isDone = summary?.failed === 0 && summary.stopped === undefined;
  return (
    <BulkDialog
      run={{ ...(all ? many : one), summary }}
      title={say(action.label)}
      done="updated"
      action={say(action.label)}
      onRun={act}
      isForm
      isDisabled={unproven.isLoading}
      isChoosable={count > 1}
      onClose={() => {
        if (isDone) onDone?.();
        onClose();
      }}
    >
      <DialogContentText sx={{ mb: 1.5 }}>
        {action.confirm && `${say(action.confirm)} `}
        {count > 1 && fillTemplate(texts.action.count, { count: number(count) })}
      </DialogContentText>
      {unproven.note}
      {others > 0 && (
        <Alert severity="info" sx={{ mb: 1.5 }}>
          {fillTemplate(texts.action.others, { count: number(others) })}
        </Alert>
      )}
      <InputsFrame form={form} owner={`${resource.name}.${action.name}`}>
        <FilePlaceContext value={placeOf(resource.name, targets)}>
          <Box sx={gridSx}>
            {[...action.form.values()].map((field) => (
              <FieldInput key={field.name} field={field} span={COLUMNS} />
            ))}
          </Box>
        </FilePlaceContext>
      </InputsFrame>
    </BulkDialog>
  );
}

/** The record that has the files with which the form of a step begins. */
function placeOf(resource: string, targets: readonly ActionTarget[]): FilePlace | undefined {
  const [only] = targets;
  return only && targets.length === 1 ? { resource, record: String(only.id) } : undefined;
}

/** How many of all records of the list the action is possible for; undefined until it is known. */
function useMatching({ step, when }: Action, all: AllMatching | undefined): number | undefined {
  const isNarrower = all !== undefined && (step !== undefined || when !== undefined);
  const from = step && { [`${step.field}_in`]: step.from };
  const filter = isNarrower && from ? { ...all.filter, ...from } : undefined;
  return useCount(filter, isNarrower && from !== undefined).data;
}

const gridSx = {
  display: 'grid',
  gridTemplateColumns: `repeat(${COLUMNS}, minmax(0, 1fr))`,
  gap: 1,
};

/** At most so many calls at a time: the server has other users too. */
const AT_ONCE = 4;

/** Runs an action by one call for each record, and reports what happened to each. */
function useAct(action: Action, targets: readonly ActionTarget[]) {
  const { name } = useResource().resource;
  const { act } = useDataProvider<RecordProvider>();
  const queries = useQueryClient();
  const [done, setDone] = useState<number>();
  const [isStopping, setStopping] = useState(false);
  const isStopped = useRef(false);
  const expected = targets.length;

  const run = async (form: Readonly<Values>): Promise<BulkSummary> => {
    const open = [...targets];
    const changed: string[] = [];
    const summary = { ...emptySummary, problems: [] as BulkSummary['problems'][number][] };
    setDone(0);
    const work = async (): Promise<void> => {
      for (let record = open.shift(); record; record = open.shift()) {
        summary.total += 1;
        try {
          const after: RaRecord = await act({ action, record, form });
          queries.setQueryData(wholeRecordKey(name, record.id), after);
          summary.updated += 1;
          changed.push(String(record.id));
        } catch (error) {
          summary.failed += 1;
          summary.problems.push(...toRecordProblems(error, String(record.id)));
        }
        setDone(summary.total);
        if (isStopped.current) return;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await queries.invalidateQueries({
      predicate: ({ queryKey: [resource, method] }) => resource === name && method !== 'getOne',
    });
    setDone(undefined);
    if (open.length === 0) return summary;
    const left = open.map(({ id }) => String(id));
    return { ...summary, total: targets.length, stopped: { changed, left } };
  };
  return {
    run,
    isBusy: done !== undefined,
    progress: done === undefined || expected === 1 ? undefined : { done, expected },
    isStopping,
    /** Lets the running calls finish, and starts no more. */
    cancel(): void {
      isStopped.current = true;
      setStopping(true);
    },
  };
}
