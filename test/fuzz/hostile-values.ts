// What a client can put where a value belongs, without a server that takes it seriously. Texts of JSON, because half of it is nothing
// that JSON.stringify writes.

const json = (value: unknown): string => JSON.stringify(value)
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
const nestedObjects = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)

/** Numbers beyond every bound: an id may be any of them (artifacts.md §0.3). */
export const numbers: readonly string[] = [
  '-1',
  '0',
  '-0',
  '1.5',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '9223372036854775808',
  '1000000000000000000000000000000',
  '-1000000000000000000000000000000',
  '1e30',
  '1e999',
  '-1e999',
  '1e-400',
]

/** Texts, as JavaScript has them. */
export const texts: readonly string[] = [
  '',
  ' ',
  '\t\n',
  'null',
  'true',
  '0x10',
  '1e3',
  'NaN',
  'Infinity',
  '٣',
  '12abc',
  "' or 1=1 --",
  "'; drop table users; --",
  "\\' or 1=1 --",
  '$1 $2 $$',
  '%s%n%x',
  '${7*7}',
  '{"$gt":""}',
  '{"a":1}',
  '[1,2]',
  '{',
  '../../../../etc/passwd',
  '<script>alert(1)</script>',
  '&lt;!ENTITY',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '(a+)+$',
  '/(a+)+$/',
  'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!',
  '2026-02-30',
  '2026-13-45T99:99:99+99:99',
  '+275760-09-14T00:00:00Z',
  '99999-01-01',
  '0000-00-00',
  '-000001-01-01',
  '\u202egnp.exe',
  '👩‍👩‍👧‍👦'.repeat(50),
  'é'.repeat(300),
  'x'.repeat(70_000),
  '9'.repeat(5_000),
]

/** Texts that no database keeps and no XML holds: NUL, half of a surrogate pair, control characters. */
const unstorable: readonly string[] = [
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u0001\\u001f\\uffff"',
]

/** Lists and objects where something else belongs, and far too large ones. */
export const structures: readonly string[] = [
  'null',
  'true',
  'false',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '[{}]',
  '["a",1,null,{},[]]',
  '[0,100,-1,1e30]',
  '{"id":{}}',
  '{"id":null}',
  '{"id":1e30}',
  '{"id":"x","username":"x"}',
  '[{"id":1e30},{"id":"\'"},{"id":[]}]',
  '{"length":1000000000,"0":1}',
  '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
  '{"toString":1,"valueOf":2,"toJSON":3,"then":4}',
  `[${Array.from({ length: 10_000 }, (_, index) => index).join(',')}]`,
  `[${Array.from({ length: 10_000 }, () => '{"id":1}').join(',')}]`,
  `[${Array.from({ length: 10_000 }, () => '"x"').join(',')}]`,
  `{${Array.from({ length: 10_000 }, (_, index) => `"k${index}":${index}`).join(',')}}`,
  nested(80),
  nestedObjects(80),
  nested(101),
  nestedObjects(5_000),
]

export const values: readonly string[] = [...numbers, ...texts.map(json), ...unstorable, ...structures]

/** The same for a part of a path or of a query string, percent-encoded. */
export const parameterTexts: readonly string[] = [
  ...numbers.map(encodeURIComponent),
  ...texts.filter(text => text.length < 6_000).map(encodeURIComponent),
  '%00',
  'a%00b',
  '1%00',
  '%0d%0aX-Injected:%201',
  '%ed%a0%80',
  '%ff%fe',
  '%c0%af',
  '%2e%2e%2f',
  '1;select%20pg_sleep(9)',
  '1,2,3',
  '+1',
  '%201%20',
]

/** XML that is not, or must not be, understood (xml.md §3.3). */
export const malformedXml: readonly string[] = [
  '<',
  'no markup',
  '<request>',
  '<request></other>',
  '<request><a></request></a>',
  '<request/><request/>',
  ' <?xml version="1.0"?><request/>',
  '<request a="1" a="2"/>',
  '<request a=1/>',
  '<request>&unknown;</request>',
  '<request>&#0;</request>',
  '<request>&#xD800;</request>',
  '<request>&#x110000;</request>',
  '<request>\u0000</request>',
  '<request>\u0001</request>',
  '<request><![CDATA[</request>',
  '<request><!-- -- --></request>',
  '<!DOCTYPE request><request/>',
  '<!DOCTYPE request SYSTEM "file:///etc/passwd"><request/>',
  '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r><shortname>&x;</shortname></r>',
  `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, index) => `<!ENTITY ${'abcdefghij'[index + 1]} "${`&${'abcdefghij'[index]};`.repeat(10)}">`).join('')}]><r>&j;</r>`,
  '<?xml version="1.0" encoding="utf-16"?><request/>',
  '<?xml version="1.0" encoding="no-such-encoding"?><request/>',
  '<a>'.repeat(1_000) + '</a>'.repeat(1_000),
  '<a>'.repeat(50_000),
  '{"json": true}',
]

/** JSON that is not. */
export const malformedJson: readonly string[] = [
  '{',
  '}',
  '{"a":}',
  '{"a":1,}',
  "{'a':1}",
  '[1,2',
  'null',
  'true',
  '1',
  '"text"',
  'NaN',
  'undefined',
  '\u0000',
  '\ufeff{',
  '{"a":"\n"}',
  '{"a":"\\x41"}',
  '{"a":"\\u12"}',
  '{"a":01}',
  '<request/>',
  nested(101),
  '['.repeat(100_000),
]
