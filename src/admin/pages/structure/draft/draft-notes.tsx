import { Box, Button } from '@mui/material';
import { useState, type ReactNode } from 'react';
import type { OwnStructureDraft } from '../../../../contract/structure/drafts.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { showDateTime } from '../../../../fields/text/date-format.ts';
import { messageOf } from '../../../client/http.ts';
import { ConfirmDialog } from '../../../kit/dialog-frame.tsx';
import { useNumberFormat } from '../../../kit/formats/use-number-format.ts';
import type { Namespaces } from '../../../messages/namespaces.ts';
import { useTexts } from '../../../messages/texts.ts';
import { LastChange, OutcomeNote } from './last-change.tsx';
import { MovedNote } from './moved-note.tsx';
import { Note } from './note.tsx';
import type { SavedDraft } from './use-saved-draft.ts';
import type { StructureDraft } from './use-structure-draft.ts';

/** What was done just now and can be taken back, and what somebody else did meanwhile. */
export function DraftNotes({ draft }: { draft: StructureDraft }) {
  const { theirs, outcome, isChanged, isMoved, finish, closeOutcome } = draft;
  return (
    <>
      {isMoved && <MovedNote draft={draft} />}
      <SavingNote saved={draft.saved} />
      <OtherDrafts draft={draft} />
      {outcome && (
        <Box sx={{ display: 'grid', gap: 1, mb: 1.5 }}>
          <OutcomeNote outcome={outcome} onClose={closeOutcome} />
          {theirs.undo && !isChanged && (
            <LastChange
              undo={theirs.undo}
              isToldAbove
              onUndone={(change) => finish('undone', change)}
            />
          )}
        </Box>
      )}
    </>
  );
}

/** Why the server does not have the draft, and what the person can do. */
function SavingNote({ saved }: { saved: SavedDraft }) {
  const { saving } = useTexts('structure-draft');
  const { state, elsewhere, takenBy } = saved;
  if (typeof state === 'object' && 'failed' in state)
    return (
      <Note severity="warning" text={fillTemplate(saving.failed, { reason: state.failed })}>
        <Button color="inherit" onClick={saved.retry}>
          {saving.retry}
        </Button>
      </Note>
    );
  if (elsewhere) return <ElsewhereNote saved={saved} now={elsewhere} />;
  if (!takenBy) return null;
  return (
    <Note
      severity="info"
      text={fillTemplate(saving.taken, { name: takenBy.name ?? takenBy.person })}
    >
      <Button color="inherit" onClick={saved.forgetTakenBy}>
        {saving.read}
      </Button>
    </Note>
  );
}

type ElsewhereProps = { saved: SavedDraft; now: NonNullable<SavedDraft['elsewhere']> };

/** The server has something else. The person decides once it is read what. */
function ElsewhereNote({ saved, now: { data, error, refetch } }: ElsewhereProps) {
  const { saving } = useTexts('structure-draft');
  if (error)
    return (
      <Note severity="warning" text={fillTemplate(saving.unread, { reason: messageOf(error) })}>
        <Button color="inherit" onClick={() => void refetch()}>
          {saving.retry}
        </Button>
      </Note>
    );
  if (!data) return null;
  return (
    <Note severity="warning" text={elsewhereText(data, saving)}>
      <Button color="inherit" onClick={() => saved.overwrite(data)}>
        {saving.mine}
      </Button>
      <Button color="inherit" onClick={() => saved.load(data)}>
        {data.draft ? saving.load : saving.end}
      </Button>
    </Note>
  );
}

function elsewhereText(
  { draft, takenBy }: OwnStructureDraft,
  saving: Namespaces['structure-draft']['saving'],
): string {
  if (takenBy) return fillTemplate(saving.takenNow, { name: takenBy.name ?? takenBy.person });
  return draft ? saving.changed : saving.ended;
}

type OtherDraft = SavedDraft['others'][number];

/** Who else has changes that are not applied. Anyone can discard those of people who cannot go on. */
function OtherDrafts({ draft: { saved, isChanged } }: { draft: StructureDraft }) {
  const { others: texts } = useTexts('structure-draft');
  const [asked, setAsked] = useState<{ of: OtherDraft; action: 'take' | 'discard' }>();
  return (
    <>
      {saved.others.map((each) => (
        <OtherNote key={each.person} of={each} isOwn={isChanged}>
          {!isChanged && (
            <Button color="inherit" onClick={() => setAsked({ of: each, action: 'take' })}>
              {texts.take}
            </Button>
          )}
          {!each.active && (
            <Button color="inherit" onClick={() => setAsked({ of: each, action: 'discard' })}>
              {texts.discard}
            </Button>
          )}
        </OtherNote>
      ))}
      {asked && (
        <OtherDialog
          {...asked}
          onAction={() => {
            if (asked.action === 'take') saved.take(asked.of.person);
            else saved.discard(asked.of);
            setAsked(undefined);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

type OtherNoteProps = { of: OtherDraft; isOwn: boolean; children: ReactNode };

/** `isOwn`: the reader has a draft too, so they cannot take over this one. */
function OtherNote({ of, isOwn, children }: OtherNoteProps) {
  const { others: texts } = useTexts('structure-draft');
  const write = useNumberFormat();
  const { person, name, active, changes, since } = of;
  const words = { name: name ?? person, count: write(changes ?? 0), date: showDateTime(since) };
  const sentences = [
    changes === null ? texts.some : texts.changes,
    ...(active ? [] : [texts.left]),
    ...(isOwn ? [texts.own] : []),
  ];
  return (
    <Note severity="info" text={sentences.map((one) => fillTemplate(one, words)).join(' ')}>
      {children}
    </Note>
  );
}

type OtherDialogProps = {
  of: OtherDraft;
  action: 'take' | 'discard';
  onAction: () => void;
  onClose: () => void;
};

function OtherDialog({ of, action, onAction, onClose }: OtherDialogProps) {
  const { others: texts, cancel, discard } = useTexts('structure-draft');
  const isTaken = action === 'take';
  const label = isTaken ? texts.take : discard;
  return (
    <ConfirmDialog
      title={label}
      text={fillTemplate(isTaken ? texts.confirm : texts.confirmDiscard, {
        name: of.name ?? of.person,
      })}
      cancel={cancel}
      action={label}
      isGrave={!isTaken}
      onAction={onAction}
      onClose={onClose}
    />
  );
}
