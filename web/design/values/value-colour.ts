// Colours of list values and trackers. The API names colours of a palette, or red, green and blue in old trackers; pages show the nearest of
// ten colours that are readable in both themes (`--value-<colour>-…` in tokens.css).

export const VALUE_COLOURS = [
  'grey',
  'red',
  'orange',
  'amber',
  'green',
  'teal',
  'blue',
  'purple',
  'pink',
  'brown',
] as const
export type ValueColour = (typeof VALUE_COLOURS)[number]

const PALETTE: Readonly<Record<string, ValueColour>> = {
  'inca-silver': 'grey',
  'chrome-silver': 'grey',
  'firemist-silver': 'grey',
  'red-wine': 'red',
  'fiesta-red': 'red',
  'coral-pink': 'red',
  'teddy-brown': 'brown',
  'clockwork-orange': 'orange',
  'graffiti-yellow': 'amber',
  'army-green': 'green',
  'neon-green': 'green',
  'acid-green': 'green',
  'sherwood-green': 'green',
  'ocean-turquoise': 'teal',
  'surf-green': 'teal',
  'deep-blue': 'blue',
  'lake-placid-blue': 'blue',
  'daphne-blue': 'blue',
  'plum-crazy': 'purple',
  'ultra-violet': 'purple',
  'lilac-purple': 'purple',
  'panther-pink': 'pink',
  'peggy-pink': 'pink',
  'flamingo-pink': 'pink',
}

/** Colours of the palette, as the API names them. */
export const PALETTE_NAMES: readonly string[] = Object.keys(PALETTE)

export interface Rgb {
  readonly r: number
  readonly g: number
  readonly b: number
}

/** `null` and unknown names are grey. */
export const valueColour = (name: string | null | undefined, rgb?: Rgb | null): ValueColour =>
  (name ? PALETTE[name] : undefined) ?? (rgb ? nearest(rgb) : 'grey')

/** Upper ends of hues, in degrees. */
const HUES: readonly (readonly [end: number, colour: ValueColour])[] = [
  [14, 'red'],
  [38, 'orange'],
  [64, 'amber'],
  [160, 'green'],
  [194, 'teal'],
  [250, 'blue'],
  [292, 'purple'],
  [340, 'pink'],
  [360, 'red'],
]
const PALE = 0.12

const nearest = ({ r, g, b }: Rgb): ValueColour => {
  const [red, green, blue] = [r / 255, g / 255, b / 255] as const
  const most = Math.max(red, green, blue)
  const spread = most - Math.min(red, green, blue)
  if (spread < PALE) return 'grey'
  const hue =
    60 *
    (most === red
      ? ((green - blue) / spread + 6) % 6
      : most === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4)
  const colour = HUES.find(([end]) => hue <= end)?.[1] ?? 'red'
  // A dark orange is brown.
  return colour === 'orange' && most < 0.65 ? 'brown' : colour
}
