import { Alert } from '@mui/material';
import { useListContext } from 'react-admin';
import { defineScreen, fillTemplate, useText } from '../../../../src/admin/extending.ts';
import { texts } from './texts.ts';

export const machineToolbar = defineScreen('toolbar', ({ Default }) => {
  const say = useText();
  const { data = [] } = useListContext();
  const count = data.filter(({ status }) => status === 'broken').length;
  return (
    <>
      {count > 0 && <Alert severity="warning">{fillTemplate(say(texts.onPage), { count })}</Alert>}
      <Default />
    </>
  );
});
