import { Alert, Box, Button } from '@mui/material';
import { useRecordContext, type RaRecord } from 'react-admin';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { checkField } from '../../descriptor/field-check.ts';
import type { Field, Text } from '../../fields/type/field.ts';
import { FilesOfVersions } from '../resource/file-places.tsx';
import { useCopy } from '../kit/use-copy.ts';
import { useI18n } from '../kit/use-i18n.ts';
import { FieldValue } from '../resource/field-value.tsx';
import { useResource } from '../kit/use-resource.ts';
import { useConfig } from '../client/config.tsx';
import { onSessionChange } from '../client/account/session.ts';
import { DraftLines, filledFields } from './children/draft-lines.tsx';
import type { Entry } from './children/inline-lists.ts';
import { useChildren, type ChildList } from './children/use-children.ts';
import type { RecordForm } from './use-record-form.ts';
import type { Values } from './form/form-values.ts';
import { Hint } from '../kit/hint.tsx';
import { useText } from '../messages/use-text.ts';
import { createSignal } from '../client/page-state.ts';

type DraftNoteProps = {
  id: RaRecord['id'] | undefined;
  /** The form to restore the draft into; none where the record can now only be read. */
  work?: RecordForm;
  /** The user takes the values over into the form. */
  onApply?: (() => void) | undefined;
};

/** Offers what the user had typed when the form was taken away: to restore it, or to copy it. */
export function DraftNote({ id, work, onApply }: DraftNoteProps) {
  const { draft, forget } = useDraft(id);
  const { readable } = useResource();
  const lists = useChildren();
  const { texts, say } = useI18n();
  const copyText = useCopy(texts.draft.copied);
  if (!draft) return null;
  const { changes, lines = {} } = draft;
  const typed = readable.filter(({ name }) => Object.hasOwn(changes, name));
  const writable = typed.filter((field) => work?.fields.includes(field));
  const drafted = lists.flatMap((list) => {
    const entries = lines[list.resource.name];
    return entries ? [{ list, entries }] : [];
  });
  const applyDraft = (): void => {
    const options = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
    for (const { name } of writable) work?.form.setValue(name, changes[name], options);
    work?.lists.restore(lines);
    forget();
    onApply?.();
  };
  const textOfLine = (list: ChildList, entry: Entry): string =>
    entry['_delete'] === true
      ? `${String(entry['_id'])} (${texts.form.deleted})`
      : filledFields(list, entry)
          .map((field) => `${say(field.label)} ${textOf(field, entry[field.name])}`)
          .join(', ');
  const copy = (): void => {
    const fields = typed.map((field) => [field.label, textOf(field, changes[field.name])] as const);
    const rows = drafted.flatMap(({ list, entries }) =>
      entries.map((entry) => [list.label, textOfLine(list, entry)] as const),
    );
    copyText([...fields, ...rows].map(([label, each]) => `${say(label)}: ${each}`).join('\n'));
  };
  const unsent = work ? 'kept' : 'readOnly';
  return (
    <Alert severity="warning" sx={{ mb: 1.5, '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      {texts.draft[draft.isMerged ? 'merged' : unsent]}
      <Box component="dl" sx={{ my: 1, maxHeight: 240, overflow: 'auto' }}>
        {typed.map((field) => (
          <DraftPart key={field.name} label={field.label}>
            <Box component="dd" sx={{ m: 0 }}>
              <DraftValue id={id} field={field} value={changes[field.name]} />
            </Box>
          </DraftPart>
        ))}
        {drafted.map(({ list, entries }) => (
          <DraftPart key={list.resource.name} label={list.label}>
            <DraftLines list={list} entries={entries} />
          </DraftPart>
        ))}
      </Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        {work && (writable.length > 0 || drafted.length > 0) && (
          <Button size="small" variant="outlined" color="inherit" onClick={applyDraft}>
            {texts.draft.takeOver}
          </Button>
        )}
        <Button size="small" color="inherit" onClick={copy}>
          {texts.draft.copy}
        </Button>
        <Button size="small" color="inherit" onClick={forget}>
          {texts.draft.forget}
        </Button>
      </Box>
    </Alert>
  );
}

function DraftPart({ label, children }: { label: Text; children: ReactNode }) {
  const say = useText();
  return (
    <Box sx={{ mb: 0.5, overflowWrap: 'anywhere' }}>
      <Hint component="dt" variant="caption">
        {say(label)}
      </Hint>
      {children}
    </Box>
  );
}

type DraftValueProps = Pick<DraftNoteProps, 'id'> & { field: Field; value: unknown };

function DraftValue({ id, field, value }: DraftValueProps) {
  const record = useRecordContext() ?? {};
  if (!isValue(field, value)) return textOf(field, value);
  return (
    <FilesOfVersions id={id} now={record}>
      <FieldValue field={field} value={value} place="page" />
    </FilesOfVersions>
  );
}

function textOf(field: Field, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (isValue(field, value)) return field.kind.text.write(value, field.settings);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A half-typed text may not be a value of the field; it is kept as typed. */
function isValue(field: Field, value: unknown): boolean {
  return 'value' in checkField(field, value);
}

/** What the user typed for a record and could not save, because the form was taken away. */
function useDraft(id: RaRecord['id'] | undefined) {
  const { user } = useConfig();
  const { resource } = useResource();
  const key = draftKey(user._id, resource.name, id);
  const draft = useSyncExternalStore(drafts.listen, () => readDraft(key));
  return { draft, forget: () => saveDraft(key, undefined) };
}

/** Whether there is something the user typed for a record and could not save. */
export function useHasDraft(id: RaRecord['id']): boolean {
  return useDraft(id).draft !== undefined;
}

/**
 * Keeps what the user typed when the form closes against their wish: the session ends, the record is
 * merged, a permission is withdrawn. After a save or a confirmed leave, the form has no changes.
 */
export function useKeptDraft(work: RecordForm): void {
  const { user } = useConfig();
  const { resource } = useResource();
  const saveChanges = useEffectEvent(() => {
    const changes = work.changes();
    const key = draftKey(user._id, resource.name, work.latest()?.id);
    if (work.isDirty()) saveDraft(key, { changes, lines: work.lists.drafts() });
  });
  // Runs while the inputs still exist: their values go with them.
  useLayoutEffect(() => () => saveChanges(), []);
  useEffect(() => onSessionChange((why) => why !== 'wished' && saveChanges()), []);
}

/** What the user typed into a form that was taken away, by field name. */
type Draft = {
  changes: Values;
  /** The lines that were changed with it, by the name of their resource. */
  lines?: Readonly<Record<string, readonly Entry[]>>;
  /** The record it was typed for was merged into the one it is kept for now. */
  isMerged?: boolean;
};

/** The key of a draft, by user and record; `new` stands for a record that does not exist yet. */
export function draftKey(userId: string, resource: string, id: string | number | undefined) {
  return `${PREFIX}${userId}.${resource}.${id ?? 'new'}`;
}

const PREFIX = 'draft.';

/** At most so many drafts, the oldest goes first, and so many characters each: a tab has room for 5 MB. */
const MAX_DRAFTS = 8;
const MAX_DRAFT_LENGTH = 500_000;

const drafts = createSignal();

let last: { key: string; text: string | null; draft: Draft | undefined } | undefined;

/** Returns the same object while the stored text is the same. */
function readDraft(key: string): Draft | undefined {
  const text = sessionStorage.getItem(key);
  if (last?.key !== key || last.text !== text)
    last = { key, text, draft: text === null ? undefined : (JSON.parse(text) as KeptDraft).draft };
  return last.draft;
}

type KeptDraft = { at: number; draft: Draft };

/** Keeps the draft in this tab for as long as it is open; undefined removes it. */
function saveDraft(key: string, draft: Draft | undefined): void {
  sessionStorage.removeItem(key);
  const text = JSON.stringify({ at: Date.now(), draft });
  if (draft && text.length <= MAX_DRAFT_LENGTH) {
    const ages = keptKeys()
      .map((kept) => ({ kept, at: (JSON.parse(sessionStorage.getItem(kept)!) as KeptDraft).at }))
      .sort((one, other) => other.at - one.at);
    for (const { kept } of ages.slice(MAX_DRAFTS - 1)) sessionStorage.removeItem(kept);
    sessionStorage.setItem(key, text);
  }
  drafts.send();
}

/** Moves the draft of a merged record to the record it was merged into. */
export function moveDraft(from: string, to: string): void {
  const draft = readDraft(from);
  if (!draft) return;
  saveDraft(from, undefined);
  saveDraft(to, { ...draft, isMerged: true });
}

function keptKeys(): string[] {
  return Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
}

// Signing out leaves nothing behind; a user whose session was ended finds the drafts again.
onSessionChange((why) => {
  if (why === 'wished') for (const key of keptKeys()) saveDraft(key, undefined);
});
