import type { Locator, Page } from '@playwright/test';

type Role = Parameters<Page['getByRole']>[0];

/** What a person does on a page, action by action, with their number and the seconds. */
export type Hands = {
  page: Page;
  /** A text where it is seen: what is read aloud stands in the page a second time. */
  findText(text: string | RegExp): Locator;
  /** Clicks the first part of the page with this role and name; a text is the whole name. */
  click(role: Role, name: string | RegExp, within?: Locator): Promise<void>;
  clickOn(target: Locator, words: string, options?: { isExtending?: boolean }): Promise<void>;
  /** Chooses an entry of a native list, which is two clicks. */
  choose(label: string, entry: string): Promise<void>;
  press(keys: string, words?: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Copies the chosen cells and returns the text on the clipboard. */
  copy(): Promise<string>;
  /** Pastes cells that another program copied. */
  paste(text: string, words: string): Promise<void>;
  chooseFile(label: string, path: string): Promise<void>;
  /** Actions in another program, such as a spreadsheet. */
  actOutside(...actions: string[]): void;
  /** Stops the clock: the result is on the screen, and no dialog is open. */
  finish(): void;
  counted(): Counted;
};

/** The actions of a job, and the seconds from the dashboard to the result. */
export type Counted = {
  actions: readonly string[];
  outside: readonly string[];
  seconds: number | undefined;
};

/** The hands of a person at this page. The clock starts now. */
export function createHands(page: Page): Hands {
  const actions: string[] = [];
  const outside: string[] = [];
  const start = performance.now();
  let seconds: number | undefined;
  const clickOn: Hands['clickOn'] = async (target, words, { isExtending = false } = {}) => {
    actions.push(`${isExtending ? 'Shift+' : ''}click ${words}`);
    await target.click(isExtending ? { modifiers: ['Shift'] } : {});
  };
  const press: Hands['press'] = async (keys, words = keys) => {
    actions.push(words);
    await page.keyboard.press(keys);
  };
  return {
    page,
    findText: (text) =>
      page.getByText(text).and(page.locator(':not(#announcer, #announcer *)')).last(),
    clickOn,
    press,
    click: (role, name, within) => {
      const exact = typeof name === 'string';
      const target = (within ?? page).getByRole(role, { name, exact }).first();
      return clickOn(target, exact ? name : toWords(name));
    },
    choose: async (label, entry) => {
      actions.push(`open ${label}`, `choose ${entry}`);
      await page.getByRole('combobox', { name: label, exact: true }).selectOption(entry);
    },
    type: async (text) => {
      actions.push(`type “${text}”`);
      await page.keyboard.type(text);
    },
    copy: async () => {
      await press('Control+c', 'Ctrl+C');
      return page.evaluate(() => navigator.clipboard.readText());
    },
    paste: async (text, words) => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await press('Control+v', `Ctrl+V (${words})`);
    },
    chooseFile: async (label, path) => {
      actions.push('choose the file');
      await page.getByLabel(label).setInputFiles(path);
    },
    actOutside: (...each) => void outside.push(...each),
    finish: () => void (seconds = (performance.now() - start) / 1_000),
    counted: () => ({ actions, outside, seconds }),
  };
}

/** The words at the start of a pattern: `Filter` for `^Filter \d+$`. */
function toWords({ source }: RegExp): string {
  return source.replace(/^\^/, '').replace(/ ?\\.*$|\$$/, '');
}
