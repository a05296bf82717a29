import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { TextLink } from '../../kit/text-link.tsx';
import { useNow } from '../../kit/use-now.ts';
import Link from '@mui/material/Link';
import { useTexts } from '../../messages/texts.ts';
import { connectionLost } from '../../client/http.ts';
import { isViewOver, readView } from '../../client/account/view-as.ts';
import { useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import { memo, startTransition, useCallback, useEffect, useState, type ReactNode } from 'react';
import { type CoreLayoutProps, useTranslate, useNotify, useScrollToTop } from 'react-admin';
import { useConfig } from '../../client/config.tsx';
import { PaletteHost } from '../palette/palette-host.tsx';
import { openAnnouncer } from '../../kit/status/announcer.ts';
import { updateNotice } from '../update/found-update.ts';
import { ErrorBoundary } from './page-error.tsx';
import { restoreLostFocus } from './restore-focus.ts';
import { ProgressBar } from './progress-bar.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';
import { sidebarSize } from '../sidebar-size.ts';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import { useScrollOnNavigation } from './use-scroll-on-navigation.ts';
import { WindowsScrollbar } from './windows-scrollbar.tsx';
import { styled } from '@mui/material/styles';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { usePrintKey } from './use-print-key.ts';
import './frame.css';
import './print.css';

const SkipAnchor = styled('a')(({ theme }) => ({
  position: 'fixed',
  zIndex: theme.zIndex.tooltip,
  top: 8,
  left: 8,
  padding: '8px 16px',
  borderRadius: 8,
  backgroundColor: theme.palette.primary.main,
  color: theme.palette.primary.contrastText,
  fontWeight: 600,
  transform: 'translateY(-200%)',
  '&:focus': { transform: 'none' },
  '@media print': { display: 'none' },
}));

const DescriptorProblems = lazyPart(
  () => import('./descriptor-problems.tsx'),
  'DescriptorProblems',
  import.meta.glob('/src/admin/messages/*/shell/descriptor-problems.ts'),
);

const ViewBar = lazyPart(
  () => import('./view-bar.tsx'),
  'ViewBar',
  import.meta.glob('/src/admin/messages/*/shell/view-as.ts'),
);

// As high as the window; otherwise the footer would be visible and jump away when the page appears.
const untilPage = <div style={{ minHeight: '100dvh' }} />;

// A page that changes does not render the frame around it again.
const FrameSidebar = memo(Sidebar);
const FrameTopBar = memo(TopBar);
const FrameFooter = memo(Footer);

/** The frame of every page after the sign-in. */
export function Layout({ children }: CoreLayoutProps) {
  const minimised = sidebarSize.use() === 'minimised';
  const { problems } = useConfig();
  const notice = updateNotice.use();
  const [drawerOpen, setDrawerOpen] = useState(false);
  const closeDrawer = useCallback(() => setDrawerOpen(false), []);
  const openDrawer = useCallback(() => setDrawerOpen(true), []);
  const changeSize = useCallback(
    () => sidebarSize.set(minimised ? 'wide' : 'minimised'),
    [minimised],
  );
  useEffect(restoreLostFocus, []);
  useEffect(() => void openAnnouncer(), []);
  useScrollOnNavigation();
  // A list asks for this when its page changes.
  useScrollToTop();
  usePrintKey();
  return (
    <div className="frame">
      <WindowsScrollbar />
      <SkipLink />
      <ProgressBar />
      <FrameSidebar minimised={minimised} drawerOpen={drawerOpen} onDrawerClose={closeDrawer} />
      <div className="frame-column">
        <div className="frame-top">
          {(readView() || isViewOver()) && <ViewBar />}
          <FrameTopBar
            minimised={minimised}
            drawerOpen={drawerOpen}
            onMinimise={changeSize}
            onDrawerOpen={openDrawer}
          />
          <ConnectionBanner />
        </div>
        {problems.length > 0 && <DescriptorProblems />}
        <main id="main-content" tabIndex={-1} className="frame-main">
          <PageAfterFrame>{children}</PageAfterFrame>
        </main>
        <FrameFooter />
      </div>
      {notice}
      <RouteAnnouncer />
      <PaletteHost />
    </div>
  );
}

/** Renders the frame first, then the page in pieces: together they would block a phone for 250 ms. */
function PageAfterFrame({ children }: { children: ReactNode }) {
  const [drawsPage, setDrawsPage] = useState(false);
  useEffect(() => startTransition(() => setDrawsPage(true)), []);
  if (!drawsPage) return untilPage;
  return <ErrorBoundary placeOf={placeOfDraft}>{children}</ErrorBoundary>;
}

/** The pages of the structure share a draft. */
function placeOfDraft(pathname: string): string {
  return pathname.startsWith('/structure/') ? '/structure' : pathname;
}

/** The first stop of the Tab key: skips the menu. */
function SkipLink() {
  const translate = useTranslate();
  return <SkipAnchor href="#main-content">{translate('ra.navigation.skip_nav')}</SkipAnchor>;
}

/** Milliseconds between attempts to reach the server. */
const RETRY_INTERVAL_MS = 5_000;

/**
 * Shows that the server cannot be reached until it can, then reloads the data on screen. It
 * is part of the frame, because a chunk could not be loaded without a connection.
 */
function ConnectionBanner() {
  return connectionLost.use() ? <Lost /> : null;
}

function Lost() {
  const texts = useTexts('app');
  const notify = useNotify();
  const queries = useQueryClient();

  useEffect(() => {
    const ask = async (): Promise<void> => {
      const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => undefined);
      if (answer?.ok) connectionLost.set(false);
    };
    const timer = setInterval(() => void ask(), RETRY_INTERVAL_MS);
    const askNow = (): void => void ask();
    window.addEventListener('online', askNow);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', askNow);
      // The frame was removed: the connection is not back.
      if (connectionLost.get()) return;
      notify(texts.layout.connectionBack, { type: 'success' });
      void queries.invalidateQueries();
    };
  }, [notify, queries, texts]);

  return (
    <Box role="alert" sx={bannerSx}>
      <strong>{texts.layout.connectionLost}</strong> {texts.layout.connectionLostText}
    </Box>
  );
}

const bannerSx = {
  px: 2.5,
  py: 1,
  borderBottom: 1,
  borderColor: 'divider',
  color: 'warning.contrastText',
  backgroundColor: 'warning.main',
  '@media print': { display: 'none' },
};

/** Year, version and the link to the public site; the version links to the page about the server. */
function Footer() {
  const texts = useTexts('app');
  const { descriptor, version } = useConfig();
  const { title, publicSite } = descriptor.app;
  return (
    <Box
      component="footer"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        rowGap: 0.5,
        px: { xs: 1.5, sm: 2.5 },
        py: 1.5,
        color: 'text.secondary',
        fontSize: '0.8125rem',
        '@media print': { display: 'none' },
      }}
    >
      <span>
        © {useNow().getFullYear()} {title}
      </span>
      <TextLink to="/info/overview" color="inherit" title={texts.layout.systemInfo}>
        {fillTemplate(texts.layout.version, { version })}
      </TextLink>
      {publicSite === undefined ? null : (
        <Link href={publicSite} color="inherit" rel="noopener noreferrer" sx={{ ml: 'auto' }}>
          {texts.layout.publicSite}
        </Link>
      )}
    </Box>
  );
}
