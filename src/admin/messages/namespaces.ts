/** The texts of each namespace, by the name of its files; the English files define the keys. */
export type Namespaces = {
  'api-docs': typeof import('./en/api-docs.ts').texts;
  app: typeof import('./en/app.ts').texts;
  'cell-problems': typeof import('./en/cell-problems.ts').texts;
  changes: typeof import('./en/changes.ts').texts;
  duplicates: typeof import('./en/duplicates.ts').texts;
  facets: typeof import('./en/facets.ts').texts;
  'first-visit': typeof import('./en/first-visit.ts').texts;
  figures: typeof import('./en/figures.ts').texts;
  files: typeof import('./en/files.ts').texts;
  'grid-keys': typeof import('./en/grid-keys.ts').texts;
  groups: typeof import('./en/groups.ts').texts;
  help: typeof import('./en/help.ts').texts;
  history: typeof import('./en/history.ts').texts;
  info: typeof import('./en/info.ts').texts;
  lock: typeof import('./en/lock.ts').texts;
  palette: typeof import('./en/palette.ts').texts;
  paste: typeof import('./en/paste.ts').texts;
  people: typeof import('./en/people.ts').texts;
  'shown-as': typeof import('./en/shown-as.ts').texts;
  'sign-in': typeof import('./en/sign-in.ts').texts;
  similar: typeof import('./en/similar.ts').texts;
  start: typeof import('./en/start.ts').texts;
  update: typeof import('./en/update.ts').texts;
  views: typeof import('./en/views.ts').texts;
  visitor: typeof import('./en/visitor.ts').texts;
  workplace: typeof import('./en/workplace.ts').texts;
};
