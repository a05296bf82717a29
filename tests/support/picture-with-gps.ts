import sharp, { type Sharp } from 'sharp';

/** An XMP packet with a location as attributes, as elements and in a structure, and with a title that stays. */
export const xmp = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:drone="http://www.dji.com/drone-dji/1.0/" exif:GPSLatitude="52,30.12345N" drone:GpsLongitude='+13.2212345' dc:format="image/jpeg"><dc:title>A title</dc:title><exif:GPSLongitude>13,22.67890E</exif:GPSLongitude><exif:GPSDestBearing/></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

/** A picture with a location in its EXIF and XMP, and with a copyright that stays. */
export function pictureWithGps(): Sharp {
  return sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .withExif({
      IFD0: { Copyright: 'Ann' },
      IFD3: {
        GPSLatitudeRef: 'N',
        // A number that is nowhere else, to find it in the bytes.
        GPSLatitude: '52/1 30/1 1234567/89101',
        GPSLongitudeRef: 'E',
        GPSLongitude: '13/1 22/1 7654321/10987',
      },
    })
    .withXmp(xmp);
}
