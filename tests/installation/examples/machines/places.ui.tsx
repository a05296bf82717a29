import { useState } from 'react';
import {
  DataTable,
  Edit,
  List,
  ReferenceField,
  ReferenceInput,
  SimpleForm,
  TextInput,
  type Identifier,
} from 'react-admin';
import { definePage } from '../../../../src/admin/extending.ts';

function Places() {
  const [id, setId] = useState<Identifier>();
  return (
    <>
      <List resource="machines" exporter={false} storeKey={false} disableSyncWithLocation>
        <DataTable
          bulkActionButtons={false}
          rowClick={(clicked) => {
            setId(clicked);
            return false;
          }}
        >
          <DataTable.Col source="name" />
          <DataTable.Col source="place">
            <ReferenceField source="place" reference="places" link={false} />
          </DataTable.Col>
        </DataTable>
      </List>
      {id !== undefined && (
        <Edit key={id} resource="machines" id={id} redirect={false} mutationMode="pessimistic">
          <SimpleForm>
            <TextInput source="note" />
            <ReferenceInput source="place" reference="places" />
          </SimpleForm>
        </Edit>
      )}
    </>
  );
}

export const places = definePage({ Page: Places });
