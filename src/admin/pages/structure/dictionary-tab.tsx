import DownloadIcon from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { saveStream } from '../../client/save-stream.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { Status } from '../../kit/status/status.tsx';
import { toCsv, toMarkdown } from './dictionary-files.ts';
import { DictionaryChapter } from './dictionary-chapter.tsx';
import { findFields, toDictionary } from './dictionary.ts';
import { useWords } from './words.ts';

/** Every field there is, to be searched and saved. */
export function DictionaryTab({ descriptor }: { descriptor: Descriptor }) {
  const words = useWords();
  const { tell } = words;
  const notifyError = useNotifyError();
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed);
  const chapters = useMemo(() => toDictionary(descriptor, words), [descriptor, words]);
  const found = useMemo(() => findFields(chapters, wanted), [chapters, wanted]);
  const count = found.reduce((sum, { entries }) => sum + entries.length, 0);
  const save = (extension: string, text: string): void => {
    saveStream(`structure.${extension}`, () => Promise.resolve(new Blob([text]).stream())).catch(
      notifyError,
    );
  };
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
        <TextField
          type="search"
          label={tell('search')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          sx={{ flex: '1 1 16rem', maxWidth: 420, m: 0 }}
        />
        <Typography
          component={Status}
          sx={{ flex: 1, color: 'text.secondary', whiteSpace: 'nowrap' }}
        >
          {count === 0 ? tell('nothing') : tell('found', { smart_count: count })}
        </Typography>
        <Button startIcon={<DownloadIcon />} onClick={() => save('csv', toCsv(found, words))}>
          {tell('saveCsv')}
        </Button>
        <Button startIcon={<DownloadIcon />} onClick={() => save('md', toMarkdown(found, words))}>
          {tell('saveMarkdown')}
        </Button>
      </Box>
      {found.map((chapter) => (
        <DictionaryChapter key={chapter.resource.name} {...chapter} />
      ))}
    </>
  );
}
