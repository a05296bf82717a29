/** The texts of the tabs that change permissions. */
export const texts = {
  broken:
    'The draft has a mistake that leaves open what roles may do. Correct it first; the review lists the problems.',
  choose: 'Select a cell to change it, or a role for several operations at once.',
  source: 'Permissions from',
  own: 'This collection',
  ofSet: 'Shared permissions {name}',
  shared:
    'These are the shared permissions {set}. A change here counts in all their collections: {collections}.',
  sharedFields:
    'These fields are shared with other collections, and so are their limits: {fields}.',
  menu: {
    all: 'All records',
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
  limitField: 'Limit a field',
  chooseField: 'Choose a field…',
  addRows: 'Add to the table',
  askRecord: 'Ask why one person may use one record',
  condition: {
    ofRight: '{role}, {operation}: only some records',
    expression: 'Expression',
    hint: "An expression such as status = 'open' and owner = $user, or a filter as JSON.",
    asExpression: 'As expression',
    asConditions: 'As conditions',
    do: 'Use condition',
  },
};
