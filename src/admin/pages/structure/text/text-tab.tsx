import DownloadIcon from '@mui/icons-material/FileDownload';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useId, useMemo, useState } from 'react';
import { includedBy } from '../../../../descriptor/read/sources.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { saveStream } from '../../../client/save-stream.ts';
import { useNotifyError } from '../../../client/use-notify-error.ts';
import { NativeSelect } from '../../../kit/native-select.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { WithDraft } from '../draft-provider.tsx';
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
  const found = useTextCheck(files, { isTyped: true });
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
      <Inclusions onChoose={setChosen} />
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

const emptyFile = '{\n  "resources": {\n  }\n}\n';

/** Creates a file that the text includes from now on, or leaves out one that it no longer includes. */
function Inclusions({ onChoose }: Pick<FileBarProps, 'onChoose'>) {
  const { inclusions: texts } = useTexts('structure-text');
  const { files, declared, write } = useStructureDraft();
  const { missing, unused } = useMemo(() => compareInclusions(files), [files]);
  // While a text has a syntax error, nobody knows what it includes.
  if (!declared || missing.length + unused.length === 0) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {missing.map((path) => (
        <Button
          key={path}
          variant="outlined"
          onClick={() => {
            write([...files, { path, text: emptyFile }]);
            onChoose(path);
          }}
        >
          {fillTemplate(texts.create, { file: path })}
        </Button>
      ))}
      {unused.map((path) => (
        <Button
          key={path}
          variant="outlined"
          onClick={() => write(files.filter((each) => each.path !== path))}
        >
          {fillTemplate(texts.leaveOut, { file: path })}
        </Button>
      ))}
    </Box>
  );
}

/** The files that the texts include and that are not there, and those that no text includes any more. */
function compareInclusions(files: Files): { missing: string[]; unused: string[] } {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const [main, ...others] = files.map(({ path }) => path);
  const included = new Set<string>();
  const open = main === undefined ? [] : [main];
  for (const file of open)
    for (const one of includedBy(file, texts.get(file) ?? '')) {
      // The loop also visits what is added here.
      if (!included.has(one)) open.push(one);
      included.add(one);
    }
  return {
    missing: [...included].filter((file) => !texts.has(file)),
    unused: others.filter((file) => !included.has(file)),
  };
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
