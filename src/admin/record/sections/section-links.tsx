import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Badge, Box, IconButton, Menu, MenuItem } from '@mui/material';
import { useI18n } from '../../kit/use-i18n.ts';
import { labelledBy } from '../../shell/layout/labelled-by.ts';

import ContentsIcon from '@mui/icons-material/Toc';
import { useTexts } from '../../messages/texts.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

/** A section that is not made of the record's own fields. */
export type MoreSection = {
  key: string;
  label: string;
  /** How many records its list has, once that is known. */
  total?: number | undefined;
  /** The actions of its list, beside its heading. */
  actions?: ReactNode;
  content: ReactNode;
  /** Its lines are edited in the form: it is part of the form from the start, and has its problems. */
  lines?: { name: string; problems: number } | undefined;
  /** It is not printed with the record. */
  isOnScreenOnly?: true;
};

/** How every layout of a record's page shows its sections. */
export type LayoutProps = {
  sections: readonly ShownSection[];
  current: number;
  onChange: (section: number) => void;
  /** How many of the sections have fields of the record; they come first, and `after` follows them. */
  fieldSections: number;
  after?: ReactNode;
  bar?: ReactNode;
};

/** A section as the page shows it, below the others or on a tab. */
export type ShownSection = MoreSection & {
  index: number;
  /** Its content loads when somebody first sees it. */
  isLate: boolean;
  /** Conditions hide all its fields. */
  isHidden: boolean;
  /** All its fields are empty and not shown. */
  isFolded: boolean;
  /** How many of its fields have a problem. */
  problems: number;
};

type ContentsProps = {
  sections: readonly ShownSection[];
  current: number;
  /** Shows a section, with the focus on its heading. */
  onGo: (index: number) => void;
};

/** The name of a section, and how many records its list has: the number never stands on a line of its own. */
export function SectionLabel({ section: { label, total } }: { section: ShownSection }) {
  const { number } = useI18n();
  if (total === undefined) return label;
  const words = label.split(' ');
  const last = words.pop() ?? '';
  return (
    <>
      {words.length > 0 && `${words.join(' ')} `}
      <span style={{ whiteSpace: 'nowrap' }}>
        {last} <Box component="span" sx={countSx}>{`(${number(total)})`}</Box>
      </span>
    </>
  );
}

const countSx = { color: 'text.secondary', fontWeight: 400, fontVariantNumeric: 'tabular-nums' };

/** The name of a section with the number of its problems, for those who cannot see the dot. */
export function useSectionName(): (section: ShownSection) => { 'aria-label'?: string } {
  const texts = useTexts('app');
  return ({ label, problems }) =>
    problems === 0
      ? {}
      : { 'aria-label': fillTemplate(texts.form.tabProblems, { label, count: problems }) };
}

/** Marks a section with problems. */
export function ProblemMark({ section }: { section: ShownSection }) {
  return (
    <Badge color="error" variant="dot" invisible={section.problems === 0} sx={{ px: 0.75 }}>
      <span>
        <SectionLabel section={section} />
      </span>
    </Badge>
  );
}

export type SectionLinksProps = ContentsProps & { isStrip: boolean };

/** Links to the sections: below each other beside them, or in one line above them. */
export function SectionLinks({ sections, current, onGo, isStrip }: SectionLinksProps) {
  const nameOf = useSectionName();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const strip = list.current;
    const link = strip?.querySelector<HTMLElement>(`[data-index="${current}"]`);
    if (!strip || !link || strip.scrollWidth <= strip.clientWidth) return;
    strip.scrollTo({ left: link.offsetLeft - (strip.clientWidth - link.offsetWidth) / 2 });
  }, [current]);
  return (
    <Box component="ul" ref={list} sx={isStrip ? stripSx : linksSx}>
      {sections.map((section) => (
        <li key={section.key}>
          <Box
            component="a"
            data-index={section.index}
            href={`#${encodeURIComponent(section.key)}`}
            {...(section.index === current && { 'aria-current': 'location' })}
            {...nameOf(section)}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              onGo(section.index);
            }}
            sx={linkSx}
          >
            <ProblemMark section={section} />
          </Box>
        </li>
      ))}
    </Box>
  );
}

/** The same as a menu, for a narrow screen, in reach of the thumb. */
export function SectionMenu({ sections, current, onGo }: ContentsProps) {
  const texts = useTexts('app');
  const nameOf = useSectionName();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const chosen = useRef<number>(undefined);
  const problems = sections.reduce((sum, section) => sum + section.problems, 0);
  return (
    <>
      <IconButton
        aria-label={texts.form.sections}
        title={texts.form.sections}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Badge color="error" variant="dot" invisible={problems === 0}>
          <ContentsIcon />
        </Badge>
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        // The menu gives the focus back to its button first; the section gets it then.
        slotProps={{
          list: labelledBy(anchor),
          transition: {
            onExited: () => {
              if (chosen.current !== undefined) onGo(chosen.current);
              chosen.current = undefined;
            },
          },
        }}
      >
        {sections.map((section) => (
          <MenuItem
            key={section.key}
            selected={section.index === current}
            {...nameOf(section)}
            onClick={() => {
              chosen.current = section.index;
              setAnchor(null);
            }}
          >
            <ProblemMark section={section} />
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

const stripSx = {
  display: 'flex',
  gap: 0.5,
  m: 0,
  p: 0,
  py: 0.5,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  listStyle: 'none',
  position: 'relative',
  '& li': { flexShrink: 0 },
};

const linksSx = {
  ...stripSx,
  flexDirection: { lg: 'column' },
  overflowX: { xs: 'auto', lg: 'visible' },
};

const linkSx = {
  display: 'block',
  px: 0.75,
  py: 0.625,
  borderRadius: 1,
  color: 'text.secondary',
  fontSize: '0.875rem',
  textDecoration: 'none',
  '&:hover': { bgcolor: 'action.hover', color: 'text.primary' },
  '&[aria-current]': { bgcolor: 'action.selected', color: 'text.primary', fontWeight: 600 },
  '@media (pointer: coarse)': { minHeight: 44, display: 'flex', alignItems: 'center' },
};
