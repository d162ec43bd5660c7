// Loaded when the first picture comes: libvips is large.
import sharp from 'sharp'

/** files.md §5 */
const WIDTH = 150
const HEIGHT = 112
/** A picture of more is a picture of nothing: it costs memory and time that others need. */
const MAX_PIXELS = 64_000_000
const SECONDS = 15

export type PictureFormat = 'gif' | 'png' | 'jpeg'

// The library reads many more kinds, some by code that has seen few hostile files.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadNsgifFile', 'VipsForeignLoadNsgif'],
})
sharp.cache(false)
sharp.concurrency(1)

/** The small picture of a file; undefined when it is of another format than it says. */
export const shrinkPicture = async (file: string, format: PictureFormat): Promise<Buffer | undefined> => {
  const image = sharp(file, { limitInputPixels: MAX_PIXELS, sequentialRead: true, pages: 1 })
  if ((await image.metadata()).format !== format) return undefined
  return image
    .autoOrient()
    .resize({ width: WIDTH, height: HEIGHT, fit: 'inside', withoutEnlargement: true })
    .toFormat(format)
    .timeout({ seconds: SECONDS })
    .toBuffer()
}
