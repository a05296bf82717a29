import type { OwnHelps } from './kit/own-help.ts';
import type { ScreenCodes } from './kit/screens/define-screen.ts';
import type { PageCodes } from './pages/define-page.ts';
import type { RecordTabCodes } from './record/define-record-tab.ts';

/** What an installation adds to the screens. The code of a page or tab is loaded when somebody opens it. */
export type Screens = {
  /** By their names in `app.pages`. */
  pages: PageCodes;
  /** Tabs on the pages of records, after the lists of what refers to them. */
  tabs: RecordTabCodes;
  /** What replaces a part of the screens: a list, a page, a cell and others. */
  replace?: ScreenCodes;
  /** Help for its pages, and for the records of its collections. */
  help?: OwnHelps;
};
