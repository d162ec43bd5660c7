// Loaded with the first picture: libvips is large.
import sharp from 'sharp'

/** files.md §5 */
const WIDTH = 150
const HEIGHT = 112
/** A picture with more pixels is refused, because it costs memory and time that other requests need. */
const MAX_PIXELS = 64_000_000
const SECONDS = 15

export type PictureFormat = 'gif' | 'png' | 'jpeg'

// The library reads many more formats, some with code that was rarely tested with hostile files.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadNsgifFile', 'VipsForeignLoadNsgif'],
})
sharp.cache(false)
sharp.concurrency(1)

/** The preview of a file; undefined if the file has another format than declared. */
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
