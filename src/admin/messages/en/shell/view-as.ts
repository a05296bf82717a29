/** The texts of "View as", loaded where it begins and while it lasts. */
export const texts = {
  title: 'View as',
  lead: 'Shows this tab as a role or a person sees it. Nothing can be changed meanwhile, and the audit log records it.',
  role: 'Role',
  noRole: 'None: a person',
  person: 'Person',
  start: 'View as',
  asPerson: 'You see {app} as {name} ({role}) – read-only',
  asRole: 'You see {app} as the role {role} – read-only',
  end: 'End view',
  over: 'The view has ended. You see your own pages again.',
};

export type ViewAsTexts = typeof texts;
