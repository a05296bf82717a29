import { expect, test } from 'vitest';
import { inferTables } from '../../../src/descriptor/infer/infer-tables.ts';
import { writeDescriptor } from '../../../src/descriptor/infer/write-descriptor.ts';
import { parseDescriptor } from '../../../src/descriptor/read/parse-descriptor.ts';
import { samples, tables } from './shop-tables.ts';

/** What the descriptor says about the tables, without the permissions, which are the same for all. */
const told = `// The table customers. Who buys.
// The column password_hash is left out: secrets are not imported; users set new passwords.
// The column whole is left out: the database computes it: (first_name || ${'x'.repeat(104)}…
// The column picture is left out: records cannot hold bytea.
// The column _id is left out: every record already has it.
// Based on the first 1,200 rows only.
"customers": {
  "title": "{firstName} {lastName}",
  "importKey": "email", // unique and not null
  "fields": {
    "customerId": { "type": "number", "integer": true, "unique": true }, // id, which is a reserved name; int4 not null unique; also the _id; not required, because Backoffice does not generate its values
    "email": { "type": "email", "required": true, "unique": true, "help": "For invoices.", "search": true }, // text not null unique; each of 1200 values is an email address
    "firstName": { "type": "text", "maxLength": 40, "search": true }, // first_name; varchar(40); 2 different texts of up to 3 characters
    "lastName": { "type": "text", "maxLength": 40, "required": true, "search": true }, // last_name; varchar(40) not null; 1200 different texts of up to 9 characters
    "customerCreatedAt": { "type": "datetime", "default": "$now" }, // created_at, which is a reserved name; timestamptz not null; truncated to milliseconds; but empty in some rows
    "isActive": { "type": "boolean", "required": true, "default": true }, // is_active; bool not null
    "notes": { "type": "text", "multiline": true } // text; 1 different texts of up to 7 characters
  },
  "list": {"columns":["email","firstName","lastName","customerId","customerCreatedAt","isActive"],"sort":"lastName"},
},

// The partitioned table orders
// Row-level security hides some of its rows from this database user.
// shop: the table it refers to, other.shops, is not part of this descriptor.
// The check odd was not converted: CHECK ((total > (shop)::numeric))
"orders": {
  "title": "{orderNo}",
  "importKey": "orderNo", // its primary key
  "fields": {
    "orderNo": { "type": "text", "required": true, "unique": true, "search": true }, // order_no; text not null unique; 2 different texts of up to 3 characters
    "customer": { "type": "reference", "to": "customers", "required": true, "help": "Who pays." }, // customer_id; a foreign key to customers; not null
    "follows": { "type": "reference", "to": "orders" }, // a foreign key to orders; not null
    "state": { "type": "choice", "choices": ["open","done"], "default": "open" }, // state not null; an enum; but empty in some rows
    "placed": { "type": "date", "default": "$today" }, // date
    "shipped": { "type": "date" }, // date
    "total": { "type": "decimal", "precision": 10, "scale": 2, "min": "0" }, // numeric(10,2); limits from its CHECK
    "place": { "type": "json" }, // pair
    "shop": { "type": "number", "integer": true } // int4
  },
  "checks": [{"check":{"not":{"shipped_lt":{"$field":"placed"}}},"message":"shipped must not be less than placed."}],
  "list": {"columns":["orderNo","customer","follows","state","placed","shipped"],"sort":"orderNo"},
},

// The table order_lines
// The constraint that line, words are unique together was not converted.
"orderLines": {
  // Files refer to records by _id, derived from order_no, line.
  "fields": {
    "orderNo": { "type": "reference", "to": "orders", "required": true }, // order_no; a foreign key to orders; not null
    "line": { "type": "number", "integer": true, "required": true }, // int4 not null
    "product": { "type": "reference", "to": "products", "required": true }, // a foreign key to products; not null
    "words": { "type": "tags" } // _text not null
  },
  "unique": [["orderNo","line"]],
  "list": {"columns":["orderNo","line","product","words"]},
},

// The table products
// The column id is left out: it identifies each row, so it becomes the _id of the record.
// These columns of the join table products_customers are left out: at.
"products": {
  "title": "{sku}",
  "importKey": "sku", // unique and not null
  "fields": {
    "sku": { "type": "text", "maxLength": 20, "required": true, "unique": true, "search": true }, // varchar(20) not null unique; empty in all rows
    "replaces": { "type": "reference", "to": "patents", "unique": true }, // a foreign key to patents; not null; not required, because the records it refers to must refer back to a record of this table
    "customers": { "type": "references", "to": "customers" } // the join table products_customers, in the order of position
  },
  "list": {"columns":["sku","replaces","customers"],"sort":"sku"},
},

// The table patents
// Its values could not be read, so its fields are based on its columns only.
"patents": {
  "title": "{patentId}",
  // Files refer to records by _id, the value of id.
  "fields": {
    "patentId": { "type": "number", "integer": true, "unique": true }, // id, which is a reserved name; int8 not null unique; also the _id; not required, because Backoffice does not generate its values
    "product": { "type": "reference", "to": "products" } // product_id; a foreign key to products; not null; not required, because the records it refers to must refer back to a record of this table
  },
  "list": {"columns":["patentId","product"],"sort":"patentId"},
},

// The table parcels
"parcels": {
  "title": "{parcelId}",
  // Files refer to records by _id, the value of id.
  "fields": {
    "parcelId": { "type": "number", "integer": true, "unique": true }, // id, which is a reserved name; int4 not null unique; also the _id; not required, because Backoffice does not generate its values
    "ofOrder": { "type": "text" }, // of_order; text; empty in all rows
    "ofLine": { "type": "number", "integer": true }, // of_line; int4
    "orderLine": { "type": "reference", "to": "orderLines" } // a foreign key (of_order, of_line) to order_lines
  },
  "list": {"columns":["parcelId","ofOrder","ofLine","orderLine"],"sort":"parcelId"},
},

// The foreign table Événements
"evenements": {
  "label": "Événements",
  "title": "{text}",
  // No column identifies its rows, so files refer to records by _id, which is derived from the whole row.
  "fields": {
    "text": { "type": "text", "search": true } // text; empty in all rows
  },
  "list": {"columns":["text"],"sort":"text"},
},
`;

test('the tables of a database become resources, with a reason for each decision', () => {
  const { tables: made, remarks } = inferTables(tables, samples);

  const text = writeDescriptor(
    made.map(({ resource }) => resource),
    remarks,
  );

  const [, resources = ''] = text.split(/"resources": \{\n|^ {4}\/\/ The people/m);
  const short = resources.replaceAll(/ {6}"permissions": \{[^}]*\}\n/g, '');
  expect(short.replaceAll(/^ {4}/gm, '')).toBe(`${told}\n`);
  expect(remarks).toEqual([
    'The table nothing is left out: it has no columns.',
    'The view all_orders is left out: it has no records of its own.',
    'The materialized view sums is left out: it has no records of its own.',
  ]);
  expect(parseDescriptor(text)).not.toHaveProperty('problems');
});
