import DownloadIcon from '@mui/icons-material/FileDownload';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { DescriptorTexts, StructureChange } from '../../../../contract/structure/texts.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { saveStream } from '../../../client/save-stream.ts';
import { useNotifyError } from '../../../client/use-notify-error.ts';
import { ConfirmDialog } from '../../../kit/dialog-frame.tsx';
import { QueryState } from '../../../kit/loading/query-state.tsx';
import { NativeSelect } from '../../../kit/native-select.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { LastChange, type Outcome, OutcomeNote } from './last-change.tsx';
import { TextEditor } from './text-editor.tsx';
import { type TextProblem, TextProblems } from './text-problems.tsx';
import { TextReview } from './text-review.tsx';
import {
  type Files,
  type TextDraft,
  useDescriptorTexts,
  useTextCheck,
} from './use-descriptor-texts.ts';

type TextTabProps = {
  draft: TextDraft | undefined;
  onDraft: (draft: TextDraft | undefined) => void;
};

/** The texts of the descriptor: written, reviewed and applied here. */
export function TextTab(props: TextTabProps) {
  const { loading } = useTexts('structure-text');
  const { data, error, isPlaceholderData } = useDescriptorTexts();
  if (!data) return <QueryState error={error} isPending loading={loading} />;
  return <Texts {...props} theirs={data} isOld={isPlaceholderData} />;
}

type TextsProps = TextTabProps & {
  /** The texts on the server. */
  theirs: DescriptorTexts;
  /** The texts are being read again. */
  isOld: boolean;
};

function Texts({ draft, onDraft, theirs, isOld }: TextsProps) {
  const [search, setSearch] = useSearchParams();
  const { outcome, setOutcome, reload, finish } = useOutcome(onDraft);
  const mine = draft ?? { files: theirs.files, base: theirs.hash };
  const isMoved = draft !== undefined && !isOld && draft.base !== theirs.hash;
  const canReview = draft !== undefined || !theirs.applied;
  const isReview = canReview && search.get('view') === 'review';
  const toEditor = () => setSearch({ tab: 'text' }, { replace: true });

  function write(files: Files): void {
    setOutcome(undefined);
    const isSame = files.every(({ text }, index) => text === theirs.files[index]?.text);
    onDraft(isSame && !isMoved ? undefined : { ...mine, files });
  }

  function finishReview(change: StructureChange): void {
    finish('applied', change, mine.files);
    toEditor();
  }

  const theirsAgain = () => onDraft(undefined);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      {isMoved && (
        <MovedNote onTheirs={theirsAgain} onMine={() => onDraft({ ...draft, base: theirs.hash })} />
      )}
      <StateNotes
        theirs={theirs}
        outcome={outcome}
        isChanged={draft !== undefined}
        onUndone={(change) => finish('undone', change)}
      />
      {isReview ? (
        <TextReview
          draft={mine}
          isMoved={isMoved}
          onApplied={finishReview}
          onRefused={reload}
          onBack={toEditor}
        />
      ) : (
        <Editing
          files={mine.files}
          canReview={canReview}
          onChange={write}
          onReview={() => setSearch({ tab: 'text', view: 'review' })}
          onDiscard={draft && theirsAgain}
        />
      )}
    </Box>
  );
}

type StateNotesProps = {
  theirs: DescriptorTexts;
  outcome: Outcome | undefined;
  isChanged: boolean;
  onUndone: (change: StructureChange) => void;
};

/** Where the texts are kept, what was done just now, and what can be taken back. */
function StateNotes({ theirs, outcome, isChanged, onUndone }: StateNotesProps) {
  const texts = useTexts('structure-text');
  const { source, writable, undo } = theirs;
  return (
    <>
      {source === 'database' && <Alert severity="info">{texts.database}</Alert>}
      {!writable && <Alert severity="info">{texts.readOnly}</Alert>}
      {outcome && <OutcomeNote outcome={outcome} />}
      {undo && !isChanged && (
        <LastChange undo={undo} isToldAbove={outcome !== undefined} onUndone={onUndone} />
      )}
    </>
  );
}

/** What was applied or taken back just now; the texts are read again then. */
function useOutcome(onDraft: TextTabProps['onDraft']) {
  const queries = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>();
  const reload = () => void queries.invalidateQueries({ queryKey: ['structure'] });

  function finish(what: Outcome['what'], change: StructureChange, files?: Files): void {
    setOutcome({ ...change, what });
    // So that the editor does not show the former text until the answer is there.
    if (files)
      queries.setQueriesData<DescriptorTexts>({ queryKey: ['structure', 'texts'] }, (before) =>
        before
          ? { ...before, files: [...files], hash: change.hash, applied: true, undo: null }
          : before,
      );
    onDraft(undefined);
    reload();
  }
  return { outcome, setOutcome, reload, finish };
}

type EditingProps = {
  files: Files;
  canReview: boolean;
  onChange: (files: Files) => void;
  onReview: () => void;
  /** Absent if nothing is changed. */
  onDiscard: (() => void) | undefined;
};

function Editing({ files, canReview, onChange, onReview, onDiscard }: EditingProps) {
  const texts = useTexts('structure-text');
  const counts = useId();
  const [chosen, setChosen] = useState('');
  const [target, setTarget] = useState<TextProblem>();
  const found = useTextCheck(files);
  const file = files.find(({ path }) => path === chosen) ?? files[0];
  if (!file) return null;
  const { problems = [], warnings = [] } = found.check ?? {};
  const marks = [
    ...problems.map((each) => ({ ...each, severity: 'error' as const })),
    ...warnings.map((each) => ({ ...each, severity: 'warning' as const })),
  ];
  const isInvalid = found.isCurrent && problems.length > 0;
  return (
    <>
      <FileBar files={files} file={file} onChoose={setChosen} />
      <TextEditor
        key={file.path}
        label={fillTemplate(texts.editor, { file: file.path })}
        describedBy={counts}
        text={file.text}
        marks={marks.filter((each) => each.file === file.path)}
        target={target?.file === file.path ? target : undefined}
        onChange={(text) =>
          onChange(files.map((each) => (each === file ? { ...each, text } : each)))
        }
      />
      <TextProblems
        id={counts}
        found={found}
        namesFile={files.length > 1}
        onGoTo={(problem) => {
          setChosen(problem.file);
          setTarget({ ...problem });
        }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <Button variant="contained" disabled={!canReview || isInvalid} onClick={onReview}>
          {texts.review}
        </Button>
        {onDiscard && <Discard label={texts.discard} onDiscard={onDiscard} />}
        {!canReview && <Typography color="text.secondary">{texts.unchanged}</Typography>}
      </Box>
    </>
  );
}

type DiscardProps = { label: string; onDiscard: () => void };

function Discard({ label, onDiscard }: DiscardProps) {
  const { discard, unsaved, cancel } = useTexts('structure-text');
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button color="inherit" onClick={() => setAsked(true)}>
        {label}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={label}
          text={unsaved}
          cancel={cancel}
          action={discard}
          isGrave
          onAction={onDiscard}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}

type MovedNoteProps = { onTheirs: () => void; onMine: () => void };

/** Somebody else changed the texts meanwhile: the person loads theirs, or replaces them. */
function MovedNote({ onTheirs, onMine }: MovedNoteProps) {
  const { moved } = useTexts('structure-text');
  return (
    <Alert severity="warning">
      {moved.text} {moved.mineHint}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.5 }}>
        <Button color="inherit" onClick={onMine}>
          {moved.mine}
        </Button>
        <Discard label={moved.theirs} onDiscard={onTheirs} />
      </Box>
    </Alert>
  );
}

type FileBarProps = { files: Files; file: Files[number]; onChoose: (path: string) => void };

/** Which file is shown, and a way to take it along. */
function FileBar({ files, file: { path, text }, onChoose }: FileBarProps) {
  const texts = useTexts('structure-text');
  const notifyError = useNotifyError();
  const name = path.slice(path.lastIndexOf('/') + 1);
  const save = (): void => {
    saveStream(name, () => Promise.resolve(new Blob([text]).stream())).catch(notifyError);
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
      {files.length > 1 ? (
        <Box sx={{ minWidth: 220 }}>
          <NativeSelect
            label={texts.file}
            value={path}
            options={files.map((each) => [each.path, each.path] as const)}
            onChange={onChoose}
          />
        </Box>
      ) : (
        <Typography component="code">{path}</Typography>
      )}
      <Button startIcon={<DownloadIcon />} onClick={save}>
        {texts.download}
      </Button>
    </Box>
  );
}
