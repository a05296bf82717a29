import { createElement, type ComponentType, type ReactElement, type ReactNode } from 'react';
import { Route, Navigate } from 'react-router-dom';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { mayOpen, type Page } from '../../descriptor/settings/pages.ts';
import { lazyPage, AccessDeniedPage, NotFoundPage } from '../kit/loading/lazy-pages.tsx';
import { useText } from '../messages/use-text.ts';
import { PageTitle } from '../kit/page-title.tsx';
import type { PageCode, PageCodes } from './define-page.ts';
import { basePaths } from '../shell/is-screen.ts';

/** The routes of the pages of extensions. They are elements, because `<Routes>` inspects its children. */
export function toPageRoutes(
  descriptor: Descriptor,
  role: string,
  codes: PageCodes,
): ReactElement[] {
  return descriptor.app.pages.map((page) => (
    <Route
      key={`${page.name} page`}
      path={page.path}
      element={
        mayOpen(descriptor, role, page) ? (
          <DeclaredPage page={page}>{createElement(contentOf(page, codes))}</DeclaredPage>
        ) : (
          <AccessDeniedPage />
        )
      }
    />
  ));
}

function DeclaredPage({ page, children }: { page: Page; children: ReactNode }) {
  const say = useText();
  return (
    <>
      <PageTitle title={say(page.label)} />
      {children}
    </>
  );
}

// Keeps one component per code for as long as the app lives; otherwise a new descriptor would clear a page in use.
const contents = new WeakMap<PageCode, ComponentType>();

function contentOf({ name }: Page, codes: PageCodes): ComponentType {
  const code = codes[name];
  // The server checks that the code exists, so this browser has an older build.
  if (!code) return NotFoundPage;
  const content = contents.get(code) ?? lazyPage(code.load, 'Page');
  contents.set(code, content);
  return content;
}

/** Redirects each base path to its overview (specification, §2); resources do so themselves. */
export function toBaseRoutes(descriptor: Descriptor): ReactElement[] {
  return basePaths(descriptor).map((base) => (
    <Route
      key={`${base} base`}
      path={base}
      element={<Navigate to={`${base}/overview`} replace />}
    />
  ));
}
