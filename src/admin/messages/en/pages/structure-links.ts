/** The ways from where people work to the structure of a collection, for those who may change it. */
export const texts = {
  list: 'Edit columns…',
  column: 'Add field…',
  link: 'Edit the fields of {name}',
};
