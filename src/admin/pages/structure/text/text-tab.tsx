import DownloadIcon from '@mui/icons-material/FileDownload';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { saveStream } from '../../../client/save-stream.ts';
import { useNotifyError } from '../../../client/use-notify-error.ts';
import { NativeSelect } from '../../../kit/native-select.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { WithDraft } from '../draft/draft-provider.tsx';
import { LastChange } from '../draft/last-change.tsx';
import { type Files, useTextCheck } from '../draft/use-descriptor-texts.ts';
import { useStructureDraft } from '../draft/use-structure-draft.ts';
import { TextEditor } from './text-editor.tsx';
import { type TextProblem, TextProblems } from './text-problems.tsx';

/** The texts of the descriptor. */
export function TextTab() {
  return (
    <WithDraft>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
        <StateNotes />
        <Editing />
      </Box>
    </WithDraft>
  );
}

/** Where the texts are kept, and what can be taken back. */
function StateNotes() {
  const texts = useTexts('structure-text');
  const { theirs, isChanged, outcome, finish } = useStructureDraft();
  const { source, writable, undo } = theirs;
  return (
    <>
      {source === 'database' && <Alert severity="info">{texts.database}</Alert>}
      {!writable && <Alert severity="info">{texts.readOnly}</Alert>}
      {undo && !isChanged && !outcome && (
        <LastChange
          undo={undo}
          isToldAbove={false}
          onUndone={(change) => finish('undone', change)}
        />
      )}
    </>
  );
}

function Editing() {
  const texts = useTexts('structure-text');
  const { files, write } = useStructureDraft();
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
        onChange={(text) => write(files.map((each) => (each === file ? { ...each, text } : each)))}
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
