import type { ComponentType } from 'react';

/** A page of an extension, as the browser loads it when somebody goes there. */
type PageUi = { Page: ComponentType };

/** What is known of a page's code before it is loaded: `src/installation/screens.ui.ts` has them by the names of `app.pages`. */
export type PageCode = {
  /** The resources it works on: where all of them are declared, the page must be too. */
  resources: readonly string[];
  load: () => Promise<PageUi>;
};

export type PageCodes = Readonly<Record<string, PageCode>>;

/** The code of a page that the descriptor declares. Title and guard are drawn around it. */
export function definePage(page: PageUi): PageUi {
  return page;
}
