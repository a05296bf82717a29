import Box from '@mui/material/Box';
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { mayAdminister } from '../../../descriptor/access.ts';
import { useConfig } from '../../client/config.tsx';
import { AccessDeniedPage } from '../../kit/message-page.tsx';
import { PageTitle } from '../../kit/page-title.tsx';
import type { PeopleTexts } from '../../messages/en/pages/people.ts';
import { useTexts } from '../../messages/texts.ts';

const parts = [
  'overview',
  'widgets',
  'files',
  'outbox',
  'mailtexts',
  'webhooks',
  'audit',
] as const satisfies (keyof PeopleTexts['tabs'])[];

type Part = (typeof parts)[number];

/** A page for admins in its frame; for everyone else it says that access is denied. */
export function adminPage(part: Part, Content: ComponentType): ComponentType {
  return function Page() {
    return (
      <AdminFrame part={part}>
        <Content />
      </AdminFrame>
    );
  };
}

function AdminFrame({ part, children }: { part: Part; children: ReactNode }) {
  const texts = useTexts('people');
  const { descriptor, role } = useConfig();
  if (!mayAdminister(descriptor, role)) return <AccessDeniedPage />;
  return (
    <>
      <PageTitle title={texts.tabs[part]} of={texts.title} />
      <Box component="nav" aria-label={texts.parts} sx={navSx}>
        {parts.map((name) => (
          <Link
            key={name}
            ref={name === part ? intoView : undefined}
            to={`/admin/${name}`}
            aria-current={name === part ? 'page' : undefined}
          >
            {texts.tabs[name]}
          </Link>
        ))}
      </Box>
      {children}
    </>
  );
}

/** On a phone the row of links is wider than the screen, so the current page is scrolled into view. */
function intoView(link: HTMLElement | null): void {
  const row = link?.parentElement;
  if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.clientWidth) / 2;
}

const navSx = {
  display: 'flex',
  gap: 0.5,
  mb: 2,
  overflowX: 'auto',
  // The reference for the position of a link.
  position: 'relative',
  borderBottom: 1,
  borderColor: 'divider',
  displayPrint: 'none',
  '& a': {
    px: 1.5,
    py: 1.25,
    borderBottom: '2px solid transparent',
    color: 'text.secondary',
    fontSize: '0.84375rem',
    fontWeight: 600,
    textDecoration: 'none',
    whiteSpace: 'nowrap',
    '&:hover': { color: 'text.primary' },
    '&[aria-current]': { borderBottomColor: 'primary.main', color: 'primary.main' },
    '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
  },
};
