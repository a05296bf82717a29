/** The texts of the tabs that change permissions. */
export const texts = {
  broken:
    'The draft has a mistake that leaves open what roles may do. Correct it first; the Text tab lists the problems.',
  choose:
    'Select a cell to change it and to see why, or a role for several operations at once. A condition of “list” or “read” holds for all operations.',
  source: 'Permissions from',
  own: 'This collection',
  ofSet: 'Shared permissions {name}',
  shared:
    'These are the shared permissions {set}. A change here counts in all their collections: {collections}.',
  sharedFields:
    'These fields are shared with other collections, and so are their limits: {fields}.',
  menu: {
    all: 'All records',
    same: 'The same records as for “{operations}”',
    some: 'Only some records…',
    none: 'No records',
    yes: 'Allowed',
    no: 'Not allowed',
    everybody: 'No limit: all roles that may use the record',
  },
  presets: {
    all: 'Everything',
    write: 'Read and change',
    read: 'Read only',
    nothing: 'Nothing',
  },
  loss: {
    title: 'Change the permissions?',
    own: 'The permissions of this collection itself are replaced.',
    lost: '{role}: the conditions of these operations go: {operations}.',
    opened: '{role} may then use more records than now: {operations}.',
    do: 'Change',
  },
  limitField: 'Limit a field',
  chooseField: 'Choose a field…',
  addRows: 'Add to the table',
  askRecord: 'Ask why one person may use one record',
  condition: {
    ofRight: '{role}, {operation}: only some records',
    expression: 'Expression',
    hint: "An expression such as status = 'open' and owner = $user, or a filter as JSON.",
    asText: 'As text',
    asConditions: 'As conditions',
    do: 'Use condition',
    add: 'Add condition',
    change: 'Change',
    remove: 'Remove',
    removeTitle: 'Remove the condition “{setting}”?',
    removeText:
      'Nothing takes its place. What was public, offered or allowed only for some records is so for all of them.',
  },
  role: {
    broken: 'The text has a syntax error. Correct it on the Text tab first.',
    lost: 'After this change your own role may no longer change the structure. If nobody else may, the server refuses it.',
    role: 'Role',
    new: 'New role',
    noName:
      'No name follows from this label. Begin with another in the letters A–Z; you can change it afterwards.',
    named: 'Its name: {name}',
    add: 'Add role',
    name: 'Name',
    taken: 'Another role has this name.',
    nameHint:
      'In files, in the API and in conditions. Everything that names the role follows: its users, permissions, shared views and webhooks.',
    remove: 'Remove role',
    last: 'This is the last role that may do everything, so it stays.',
    removeTitle: 'Remove the role {role}?',
    removeAlso: 'These places mention it too, and go: {places}.',
    removeText:
      'Its permissions go with it. What only this role could use stays with the roles that may do everything; views and cards that only it saw go. The review shows how many people have the role; they may do nothing until they get another.',
  },
  rules: {
    states: 'States',
    when: 'Fields with conditions',
    whenHint: 'To add a condition to another field, open its settings on the Fields tab.',
  },
};
