import CommentsIcon from '@mui/icons-material/ChatBubbleOutline';
import CompareIcon from '@mui/icons-material/CompareArrows';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import RestoreIcon from '@mui/icons-material/SettingsBackupRestore';
import {
  Box,
  Button,
  Checkbox,
  Chip,
  Menu,
  MenuItem,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { useId, useState } from 'react';
import type { RecordVersion } from '../../../contract/past.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { Hint } from '../../kit/hint.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { FieldChanges } from './field-changes.tsx';
import { MadeBy } from './made-by.tsx';
import { PastTitles } from './past-titles.tsx';
import { toChanges } from './to-changes.ts';

/** What the user can do with versions; what is impossible is undefined. */
export type VersionTools = {
  /** The version of the record as it is; undefined if it was deleted. */
  current: number | undefined;
  isChosen(version: number): boolean;
  choose(version: number, isChosen: boolean): void;
  compare(one: number, other: number): void;
  /** Without a name, all fields of the version. */
  restore: ((version: number, name?: string) => void) | undefined;
  comment: ((version: number) => void) | undefined;
  mayRestore(name: string): boolean;
};

type VersionEntryProps = { entry: RecordVersion; tools: VersionTools };

/** One version in the history: who made it, when and how, and what it changed. */
export function VersionEntry({ entry, tools }: VersionEntryProps) {
  const texts = useTexts('history');
  const { version, operation } = entry;
  const isCurrent = version === tools.current;
  const heading = useId();
  const { restore } = tools;
  return (
    <Box component="li" aria-labelledby={heading} sx={entrySx}>
      <Box sx={headSx}>
        <Checkbox
          size="small"
          edge="start"
          checked={tools.isChosen(version)}
          onChange={(_, isChosen) => tools.choose(version, isChosen)}
          slotProps={{ input: { 'aria-label': fillTemplate(texts.choose, { version }) } }}
          sx={{ p: 0.5, ml: 0 }}
        />
        <Box sx={{ flex: '1 1 14rem', minWidth: 0 }}>
          <Typography component="h3" id={heading} variant="subtitle2" sx={titleSx}>
            {fillTemplate(texts.version, { version })}
            {isCurrent && <Chip size="small" variant="outlined" label={texts.current} />}
          </Typography>
          <MadeBy origin={entry} />
        </Box>
        <VersionButtons version={version} tools={tools} />
      </Box>
      <PastTitles titles={entry.titles}>
        <Box sx={{ pl: { xs: 0, sm: 4 } }}>
          <Changes
            entry={entry}
            onRestore={(name) =>
              restore && !isCurrent && operation !== 'delete' && tools.mayRestore(name)
                ? () => restore(version, name)
                : undefined
            }
          />
        </Box>
      </PastTitles>
    </Box>
  );
}

/** What can be done with a version. */
function VersionButtons({ version, tools }: { version: number; tools: VersionTools }) {
  const texts = useTexts('history');
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const { restore, comment, current } = tools;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
      {restore && version !== current && (
        <Button
          size="small"
          startIcon={<RestoreIcon />}
          aria-label={fillTemplate(texts.restoreVersionOf, { version })}
          onClick={() => restore(version)}
        >
          {isNarrow ? texts.value.restore : texts.restoreVersion}
        </Button>
      )}
      <CompareMenu version={version} tools={tools} />
      {comment && (
        <Button
          size="small"
          color="inherit"
          startIcon={<CommentsIcon />}
          aria-label={fillTemplate(texts.commentOn, { version })}
          onClick={() => comment(version)}
        >
          {texts.comment}
        </Button>
      )}
    </Box>
  );
}

type ChangesProps = {
  entry: RecordVersion;
  onRestore: (name: string) => (() => void) | undefined;
};

/** What a version changed; a whole record is folded until somebody opens it. */
function Changes({ entry: { version, operation, changes }, onRestore }: ChangesProps) {
  const texts = useTexts('history');
  const { find } = useResource();
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const shown = toChanges(changes, find);
  if (shown.length === 0 && operation === 'update') return <Hint>{texts.noFields}</Hint>;
  const fields = (
    <FieldChanges version={version} operation={operation} changes={shown} onRestore={onRestore} />
  );
  if (operation === 'update') return fields;
  const text = operation === 'create' ? texts.created : texts.deleted;
  return (
    <>
      <Button
        size="small"
        color="inherit"
        disabled={shown.length === 0}
        aria-expanded={isOpen}
        aria-controls={list}
        endIcon={<ExpandMoreIcon sx={{ transform: isOpen ? 'rotate(180deg)' : undefined }} />}
        onClick={() => setOpen(!isOpen)}
        sx={{ ml: -0.625 }}
      >
        {fillTemplate(text, { count: shown.length })}
      </Button>
      <div id={list}>{isOpen && fields}</div>
    </>
  );
}

/** Compares a version with the one before it or with the record as it is. */
function CompareMenu({ version, tools }: { version: number; tools: VersionTools }) {
  const texts = useTexts('history');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { current } = tools;
  const others = [
    version > 1 && ([version - 1, texts.withPrevious] as const),
    current !== undefined && current !== version && ([current, texts.withCurrent] as const),
  ].filter((other) => other !== false);
  if (others.length === 0) return null;
  const name = fillTemplate(texts.compareWithOf, { version });
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<CompareIcon />}
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {texts.compareWith}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { dense: true, 'aria-label': name } }}
      >
        {others.map(([other, text]) => (
          <MenuItem
            key={text}
            onClick={() => {
              setAnchor(null);
              tools.compare(other, version);
            }}
          >
            {fillTemplate(text, { version: other })}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

const entrySx = {
  listStyle: 'none',
  py: 1.5,
  '& + &': { borderTop: 1, borderColor: 'divider' },
};

const headSx = { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 0.5, mb: 0.5 };

const titleSx = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 };
