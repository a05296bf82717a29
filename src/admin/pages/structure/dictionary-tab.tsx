import { toCsvText } from '../../kit/formats/to-csv-text.ts';
import AddIcon from '@mui/icons-material/Add';
import DownloadIcon from '@mui/icons-material/FileDownload';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { saveStream } from '../../client/save-stream.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { Status } from '../../kit/status/status.tsx';
import {
  findFields,
  toDictionary,
  anchorOf,
  columns,
  type Chapter,
  type Entry,
  type Fact,
  type DictionaryWords,
} from './dictionary.ts';
import { StructureLink } from '../../resource/lazy-structure-links.tsx';
import { TextLink } from '../../kit/text-link.tsx';
import Card from '@mui/material/Card';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { Link, useLocation } from 'react-router-dom';
import { mayConfigure } from '../../../descriptor/access.ts';
import { useConfig } from '../../client/config.tsx';
import { useFilterWords } from '../../resource/filter-words.ts';
import { useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

/** Every field of the installation, to search and to save. */
export function DictionaryTab({ descriptor }: { descriptor: Descriptor }) {
  const texts = useTexts('structure');
  const app = useTexts('app').structure;
  const config = useConfig();
  const filterWords = useFilterWords();
  const words = useMemo(() => ({ ...filterWords, texts }), [filterWords, texts]);
  const notifyError = useNotifyError();
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed);
  const chapters = useMemo(() => toDictionary(descriptor, words), [descriptor, words]);
  const matches = useMemo(() => findFields(chapters, query), [chapters, query]);
  const count = matches.reduce((sum, { entries }) => sum + entries.length, 0);
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
          label={texts.search}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          sx={{ flex: '1 1 16rem', maxWidth: 420, m: 0 }}
        />
        <Typography
          component={Status}
          sx={{ flex: 1, color: 'text.secondary', whiteSpace: 'nowrap' }}
        >
          {count === 0 ? texts.nothing : fillTemplate(texts.found, { count })}
        </Typography>
        {mayConfigure(config.descriptor, config.role) && (
          <Button component={Link} to="/structure/new" variant="contained" startIcon={<AddIcon />}>
            {app.newCollection}
          </Button>
        )}
        <Button startIcon={<DownloadIcon />} onClick={() => save('csv', toCsv(matches, words))}>
          {texts.saveCsv}
        </Button>
        <Button startIcon={<DownloadIcon />} onClick={() => save('md', toMarkdown(matches, words))}>
          {texts.saveMarkdown}
        </Button>
      </Box>
      {matches.map((chapter) => (
        <DictionaryChapter key={chapter.resource.name} {...chapter} />
      ))}
    </>
  );
}

const shown = columns.filter((name) => name !== 'resource');

/** The fields of one resource; each has its own address, so that users can share it. */
function DictionaryChapter({ resource, entries, facts }: Chapter) {
  const texts = useTexts('structure');
  const say = useText();
  const target = decodeURIComponent(useLocation().hash.slice(1));
  return (
    <Card component="section" aria-labelledby={resource.name} sx={{ mt: 2 }}>
      <Typography id={resource.name} variant="h2" sx={{ px: 1.5, pt: 1.5, pb: 0.5 }}>
        {say(resource.label)}{' '}
        <Typography component="span" sx={{ color: 'text.secondary' }}>
          {resource.name}
        </Typography>{' '}
        <StructureLink resource={resource} />
      </Typography>
      {facts.length > 0 && (
        <Box component="ul" sx={{ m: 0, pl: 4, pr: 1.5, pb: 1, overflowWrap: 'anywhere' }}>
          {facts.map(({ kind, text }) => (
            <li key={`${kind} ${text}`}>
              <strong>{texts.facts[kind]}:</strong> {text}
            </li>
          ))}
        </Box>
      )}
      {/* Focusable, so that the keyboard can scroll it. */}
      <TableContainer tabIndex={0} role="group" aria-labelledby={resource.name}>
        <Table size="small" aria-label={say(resource.label)} sx={{ minWidth: 1080 }}>
          <TableHead>
            <TableRow>
              {shown.map((name) => (
                <TableCell
                  key={name}
                  sx={{ whiteSpace: 'nowrap', ...(name === 'field' ? sticky : {}) }}
                >
                  {texts.columns[name]}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {entries.map((entry) => (
              <TableRow
                key={entry.field}
                id={anchorOf(entry)}
                selected={anchorOf(entry) === target}
                sx={{ verticalAlign: 'top' }}
              >
                {shown.map((name) => (
                  <TableCell key={name} sx={looks[name]}>
                    <Content entry={entry} name={name} />
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </Card>
  );
}

function Content({ entry, name }: { entry: Entry; name: (typeof shown)[number] }) {
  if (name === 'field')
    return (
      <TextLink to={{ hash: anchorOf(entry) }} color="inherit">
        {entry.field}
      </TextLink>
    );
  if (name === 'to' && entry.to !== '')
    return <TextLink to={{ hash: entry.to }}>{entry.to}</TextLink>;
  return entry[name];
}

/** Keeps the field's name visible while the user scrolls sideways. */
const sticky = {
  position: 'sticky',
  left: 0,
  zIndex: 1,
  bgcolor: 'background.paper',
  '.Mui-selected > &': { boxShadow: 'inset 3px 0 0 currentColor' },
};

const looks: Partial<Record<(typeof columns)[number], object>> = {
  field: { fontWeight: 600, ...sticky },
  settings: { minWidth: 200, maxWidth: 340, overflowWrap: 'anywhere' },
  help: { minWidth: 220, color: 'text.secondary' },
};

/** All fields as one table. */
export function toCsv(chapters: readonly Chapter[], { texts }: DictionaryWords): string {
  const head = columns.map((name) => texts.columns[name]);
  const rows = chapters.flatMap(({ resource, entries, facts }) => [
    ...facts.map((fact) => columns.map((name) => toCell(resource.name, fact, name, texts))),
    ...entries.map((entry) => columns.map((name) => entry[name])),
  ]);
  return toCsvText([head, ...rows]);
}

/** A heading and a table for each resource. */
export function toMarkdown(chapters: readonly Chapter[], { texts, say }: DictionaryWords): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escape).join(' | ')} |`;
  const toRow = (entry: Entry): string => line(shown.map((name) => entry[name]));
  const parts = chapters.map(({ resource, entries, facts }) =>
    [
      `## ${escape(say(resource.label))} (${resource.name})`,
      '',
      ...facts.map(({ kind, text }) => `- ${texts.facts[kind]}: ${escape(text)}`),
      ...(facts.length > 0 ? [''] : []),
      line(shown.map((name) => texts.columns[name])),
      `|${' --- |'.repeat(shown.length)}`,
      ...entries.map(toRow),
    ].join('\n'),
  );
  return `# ${texts.tabs.dictionary}\n\n${parts.join('\n\n')}\n`;
}

/** Facts about the resource as a whole are in rows without a field. */
function toCell(
  resource: string,
  { kind, text }: Fact,
  name: (typeof columns)[number],
  texts: DictionaryWords['texts'],
): string {
  if (name === 'resource') return resource;
  if (name === 'type') return texts.facts[kind];
  return name === 'settings' ? text : '';
}

/** Escapes everything that Markdown or HTML would interpret. */
function escape(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~]/g, String.raw`\$&`).replace(/\s*\n\s*/g, ' ');
}
