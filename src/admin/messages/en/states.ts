/** The texts about the states of records. */
export const states = {
  states: {
    none: 'No field declares states.',
    picture: '%{field}: states and steps',
    begin: 'New records begin as %{states}',
    when: 'if %{value}',
    needs: 'needs %{value}',
    mails: 'emails %{value}',
  },
};
