import type { ComponentType } from 'react';

/** A page of an extension, as the browser loads it. */
type PageUi = { Page: ComponentType };

/** What is known of a page's code before it loads; `src/installation/screens.ui.ts` lists it by the names of `app.pages`. */
export type PageCode = {
  /** The resources the page works on. If all of them are declared, the page must be declared, too. */
  resources: readonly string[];
  load: () => Promise<PageUi>;
};

export type PageCodes = Readonly<Record<string, PageCode>>;

/** Declares the code of a page. The frame adds the title and checks access. */
export function definePage(page: PageUi): PageUi {
  return page;
}
