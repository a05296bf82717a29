/** What the steps of a plan do, what prevents them, and what stays as it is: the English texts. */
export const planTexts = {
  addsTable: 'adds the table {table}',
  dropsTable: 'drops the table {table}, which is no longer declared, with all its rows',
  dropsEmptyTable: 'drops the empty table {table} so that the renamed table can use its name',
  foreignTable:
    'needs the table name {table}, but the schema public has a table of this name that Backoffice did not create; use a separate database',
  renames: 'renames {from} to {to}',
  renamesTable: 'renames {from} to {to}, with its records and their history',
  recordsExist: 'records already exist in {table}; move them first, or remove "was"',
  addsField: 'adds the field {field} to {table}',
  addsNumbered:
    'adds the field {field} to {table} and numbers every record in the order of creation',
  addsFilled: 'adds the field {field} to {table}, with its default in every record',
  addsRequired: 'adds the field {field} to {table}, required',
  addsComputed: 'adds the field {field} to {table}, computed for every record',
  wouldLack:
    'records of {table} would have no value for it; declare a default, or add "required" later',
  dropsField: 'drops {path}, which is no longer declared, with all its values',
  dropsPart: 'drops the part {part} of {path}, which is no longer declared, with all its values',
  renamesField: 'renames {path} to {to}, with its values and their history',
  movesValues: 'moves the values of {path} to {to}, with their history',
  differentValues:
    'records of {table} already have a different value in {to}; clear it first, or remove "was"',
  otherType:
    'records of {table} have a value of another type in {from}; declare {to} with that type first',
  makesRequired: 'makes {path} required',
  lack: 'records of {table} have no value for it; enter values first',
  lackDespiteDefault:
    'records of {table} have no value for it; enter values first, because its default applies only to new records',
  wouldLose:
    'records of {table} would have no value for this required field; correct or enter their values first',
  notRequired: '{path} is no longer required',
  numbersRest: 'numbers the records of {table} that have no {field}',
  changesType: 'changes {path} from {fromType} to {toType}',
  onlyWhole: 'lets {path} hold whole numbers only',
  alsoFractions: 'lets {path} hold numbers with decimal places too',
  inNaturalOrder: '{type} in natural order',
  changes: 'changes {path}: {what}',
  changesPart: '{part} from {fromType} to {toType}',
  refersTo: 'refers to {to} instead of {from}, by import key or title',
  makesList: 'converts the reference in {path} to a list of references',
  makesSingle: 'converts the references in {path} to a single reference, keeping the first',
  renamesChoice: 'renames the choice {from} of {path} to {to}',
  inHistory: '{step} in the history',
  retires: 'no longer offers {choices} for {path}; records that have it keep it',
  computes: 'computes {path} in every record',
  computesInstead: 'computes {path} and replaces its values',
  recomputes: 'recomputes {path} in every record',
  keepsComputed: '{path} can be edited from now on and keeps the computed values',
  removesComputed: 'removes {path}, which was computed from other fields',
  addsTrigger: 'adds the trigger {name}',
  removesTrigger: 'removes the trigger {name}',
  addsSearch: 'adds the search column to {table}',
  removesSearch: 'removes the old search column of {table}',
  addsIndex: 'adds the index {name}',
  removesIndex: 'removes the index {name}, which is no longer needed',
  makesUnique: 'makes {path} unique',
  repeated: 'records of {table} share a value with another record; change them first',
  addsForeignKey: 'adds a foreign key from {path} to {to}',
  removesForeignKey: 'removes the foreign key of {path}',
  dangling: 'records of {table} refer to a record of {to} that does not exist; correct them first',
  allowsOverlaps: 'lets periods in {table} overlap again',
  refusesOverlaps: 'refuses periods in {table} that overlap',
  overlapping: 'records of {table} overlap with another record; change them first',
  renamesRole: 'renames the role {from} to {to} in {documents}',
  usesNewNames: 'uses the new names in {documents}',
  savedViews: '{count} saved view |||| {count} saved views',
  importRecipes: '{count} import recipe |||| {count} import recipes',
  recipeVersions: '{count} former recipe version |||| {count} former recipe versions',
  importJobs: '{count} import job |||| {count} import jobs',
  preferences: '{count} preference |||| {count} preferences',
  webhooks: '{count} webhook |||| {count} webhooks',
  queries: '{count} query |||| {count} queries',
  viewSessions: '{count} open “View as” |||| {count} open “View as”',
  formEntries: '{count} waiting form entry |||| {count} waiting form entries',
  apiKeys: '{count} API key |||| {count} API keys',
  checks: 'checks that records of {table} match {check}',
  requiresSome: 'requires {path} in some records',
  restrictsToSome: 'restricts {path} to some records',
  staysUntilSaved: '{rule}; existing records stay, but must match before they can be saved again',
  restrictsValues:
    'restricts the values of {path}; existing values stay, but must be corrected before the record can be saved',
  restrictsTargets:
    'restricts what {path} can refer to; existing references stay, but must match before they can be changed',
  makesTree:
    'makes a tree of {table}; records that are below themselves stay, but must get another {field} before it can be changed',
  makesLowTree:
    'makes a tree of {table}; records that are below themselves or deeper than {levels} levels stay, but must get another {field} before it can be changed',
  unfit: '{rule} ({count} record) |||| {rule} ({count} records)',
  rulesUpdated: 'Rules updated: {names}',
  leftEmpty: '{path} is no longer declared; it is empty and stays in the database',
  leftRecords:
    '{path} is no longer declared: the database keeps its {count} record, but nobody can see them |||| {path} is no longer declared: the database keeps its {count} records, but nobody can see them',
  leftValues:
    '{path} is no longer declared: the database keeps the values of {count} record, but nobody can see them |||| {path} is no longer declared: the database keeps the values of {count} records, but nobody can see them',
  leftLikely: '{left}. {likely}',
  likely: 'This looks like a rename to {names}: if so, declare "was": "{name}" there',
  or: '{one} or {other}',
  prevented: '{step}: {reason}',
} as const satisfies Record<string, string>;

export type PlanTextKey = keyof typeof planTexts;

/** The keys of texts that are only a count with its noun. */
export type CountKey = {
  [Key in PlanTextKey]: (typeof planTexts)[Key] extends `{count} ${string}` ? Key : never;
}[PlanTextKey];
