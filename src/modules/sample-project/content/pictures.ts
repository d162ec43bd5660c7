/** Attachments of the sample project: drawings that become PNG, and text logs. */
export interface Attachment {
  /** Key of the artifact: `s10`, `b36`. */
  readonly of: string
  readonly name: string
  readonly description: string
  readonly content: { readonly svg: string } | { readonly text: string }
}

const phone = (title: string, inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="560" font-family="DejaVu Sans, sans-serif"><rect width="360" height="560" rx="28" fill="#f4f6f8"/><rect width="360" height="64" fill="#123c5a"/><text x="20" y="41" font-size="20" fill="#fff">${title}</text>${inside}</svg>`

const departure = (y: number, line: string, colour: string, to: string, when: string, extra = ''): string =>
  `<rect x="12" y="${y}" width="336" height="66" rx="10" fill="#fff"/><rect x="24" y="${y + 16}" width="44" height="34" rx="6" fill="${colour}"/><text x="46" y="${y + 39}" font-size="18" fill="#fff" text-anchor="middle">${line}</text><text x="82" y="${y + 39}" font-size="17" fill="#1d2b36">${to}</text><text x="336" y="${y + 39}" font-size="17" fill="#1d2b36" text-anchor="end">${when}</text>${extra}`

const seats = (y: number, full: number): string =>
  [0, 1, 2]
    .map(
      i =>
        `<rect x="${236 + i * 16}" y="${y + 26}" width="11" height="15" rx="3" fill="${i < full ? '#c2571a' : '#cfd8df'}"/>`,
    )
    .join('')

export const attachments: readonly Attachment[] = [
  {
    of: 's1',
    name: 'departures.png',
    description: 'Departure list, third draft',
    content: {
      svg: phone(
        'Millgate',
        departure(84, '3', '#c2571a', 'Castle Hill', '2 min') +
          departure(162, '7', '#2b7a4b', 'Harrow Quay', '5 min') +
          departure(240, '2', '#3457a6', 'Fernley', '9 min') +
          departure(318, '12', '#7a3b8f', 'University', '14 min'),
      ),
    },
  },
  {
    of: 's10',
    name: 'occupancy-seats.png',
    description: 'Occupancy as seats',
    content: {
      svg: phone(
        'Millgate',
        departure(84, '2', '#3457a6', 'Fernley', '3 min', seats(84, 1)) +
          departure(162, '2', '#3457a6', 'Fernley', '9 min', seats(162, 3)) +
          departure(240, '2', '#3457a6', 'Fernley', '15 min', seats(240, 2)),
      ),
    },
  },
  {
    of: 'b17',
    name: 'large-type.png',
    description: 'At 150 % the minutes are cut',
    content: {
      svg: phone(
        'Castle Hill',
        departure(84, '3', '#c2571a', 'Millgate', 'in 1…') + departure(162, '7', '#2b7a4b', 'Harrow Qu…', 'in 1…'),
      ),
    },
  },
  {
    of: 'b36',
    name: 'plates.png',
    description: 'Plates at the edge of the picture',
    content: {
      svg: '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="320" font-family="DejaVu Sans, sans-serif"><rect width="480" height="320" fill="#b9c7d1"/><rect y="220" width="480" height="100" fill="#5d666d"/><rect x="150" y="90" width="170" height="130" fill="#2b7a4b"/><rect x="170" y="110" width="130" height="46" fill="#dfe9ef"/><rect x="0" y="230" width="96" height="30" fill="#fff" stroke="#c00" stroke-width="3"/><text x="8" y="252" font-size="18">AB 417</text><rect x="398" y="244" width="82" height="28" fill="#fff" stroke="#c00" stroke-width="3"/><text x="404" y="265" font-size="17">KR 20</text></svg>',
    },
  },
  {
    of: 'b31',
    name: 'positions.png',
    description: 'Positions at the tunnel, in the order of arrival',
    content: {
      svg: '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="240" font-family="DejaVu Sans, sans-serif"><rect width="480" height="240" fill="#eef2f4"/><path d="M20 180 C120 180 150 70 250 70 S390 150 460 60" fill="none" stroke="#9fb1bd" stroke-width="10"/><g fill="#c2571a"><circle cx="80" cy="171" r="9"/><circle cx="180" cy="96" r="9"/><circle cx="330" cy="104" r="9"/><circle cx="250" cy="70" r="9"/></g><g font-size="15" fill="#1d2b36"><text x="75" y="205">1</text><text x="176" y="130">2</text><text x="326" y="138">3</text><text x="246" y="104">4</text></g></svg>',
    },
  },
  {
    of: 's3',
    name: 'usability-millgate.txt',
    description: 'Notes of the usability round',
    content: {
      text: 'Usability round, Millgate stop, six people\n\n1  48 s  no question\n2  51 s  asked whether the ticket starts at once\n3  39 s  no question\n4  56 s  tapped the price first\n5  44 s  no question\n6  92 s  looked for a basket\n',
    },
  },
  {
    of: 'b9',
    name: 'crash.txt',
    description: 'Crash report',
    content: {
      text: 'Exception Type: EXC_BREAKPOINT (SIGTRAP)\nThread 0 crashed:\n0  libswiftCore   _assertionFailure\n1  Waymark        DepartureList.first(_:) + 212 (DepartureList.swift:88)\n2  Waymark        DepartureView.body.getter + 96 (DepartureView.swift:41)\n',
    },
  },
  {
    of: 'b40',
    name: 'import.log',
    description: 'Log of the nightly import',
    content: {
      text: '02:00:04 import of the schedule began\n02:00:31 lines: 41 known, 1 new\n02:00:31 WARN line "3 " is new: 214 trips, no stops in common\n02:00:31 WARN line "3" has no trips\n02:01:12 trips: 9,806\n02:01:13 done\n',
    },
  },
  {
    of: 'b46',
    name: 'facility-feed.log',
    description: 'Last messages of the facility feed',
    content: {
      text: 'Mon 06:12 lift castle-hill/2 state=out\nMon 06:40 lift castle-hill/2 state=works\nMon 07:03 lift harrow-quay/1 state=works\n(no message since)\n',
    },
  },
]
