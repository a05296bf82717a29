import DownloadIcon from '@mui/icons-material/FileDownload';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { DescriptorTexts, StructureChange } from '../../../../contract/structure.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { saveStream } from '../../../client/save-stream.ts';
import { useNotifyError } from '../../../client/use-notify-error.ts';
import { ConfirmDialog } from '../../../kit/dialog-frame.tsx';
import { QueryState } from '../../../kit/loading/query-state.tsx';
import { NativeSelect } from '../../../kit/native-select.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { LastChange, type Outcome, OutcomeNote } from './last-change.tsx';
import { MovedNote } from './moved-note.tsx';
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
  const texts = useTexts('structure-text');
  const queries = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const [outcome, setOutcome] = useState<Outcome>();
  const mine = draft ?? { files: theirs.files, base: theirs.hash };
  const isMoved = draft !== undefined && !isOld && draft.base !== theirs.hash;
  const canReview = draft !== undefined || !theirs.applied;
  const isReview = canReview && search.get('view') === 'review';
  const reload = () => queries.invalidateQueries({ queryKey: ['structure'] });
  const toEditor = () => setSearch({ tab: 'text' }, { replace: true });

  function finish(what: Outcome['what'], change: StructureChange, files?: Files): void {
    setOutcome({ ...change, what });
    if (files)
      queries.setQueriesData<DescriptorTexts>({ queryKey: ['structure', 'texts'] }, (before) =>
        before
          ? { ...before, files: [...files], hash: change.hash, applied: true, undo: null }
          : before,
      );
    onDraft(undefined);
    void reload();
  }

  function write(files: Files): void {
    setOutcome(undefined);
    const isSame = files.every(({ text }, index) => text === theirs.files[index]?.text);
    onDraft(isSame && !isMoved ? undefined : { ...mine, files });
  }

  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      {isMoved && (
        <MovedNote
          onTheirs={() => onDraft(undefined)}
          onMine={() => onDraft({ ...draft, base: theirs.hash })}
        />
      )}
      {theirs.source === 'database' && <Alert severity="info">{texts.database}</Alert>}
      {!theirs.writable && <Alert severity="info">{texts.readOnly}</Alert>}
      {outcome && <OutcomeNote outcome={outcome} />}
      {isReview ? (
        <TextReview
          draft={mine}
          isMoved={isMoved}
          onApplied={(change) => {
            finish('applied', change, mine.files);
            toEditor();
          }}
          onRefused={() => void reload()}
          onBack={toEditor}
        />
      ) : (
        <>
          {theirs.undo && !draft && (
            <LastChange
              undo={theirs.undo}
              isToldAbove={outcome !== undefined}
              onUndone={(change) => finish('undone', change)}
            />
          )}
          <Editing
            files={mine.files}
            canReview={canReview}
            onChange={write}
            onReview={() => setSearch({ tab: 'text', view: 'review' })}
            onDiscard={draft && (() => onDraft(undefined))}
          />
        </>
      )}
    </Box>
  );
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
        {onDiscard && <Discard onDiscard={onDiscard} />}
        {!canReview && <Typography color="text.secondary">{texts.unchanged}</Typography>}
      </Box>
    </>
  );
}

function Discard({ onDiscard }: { onDiscard: () => void }) {
  const { discard, unsaved, cancel } = useTexts('structure-text');
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button onClick={() => setAsked(true)}>{discard}</Button>
      {isAsked && (
        <ConfirmDialog
          title={discard}
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
