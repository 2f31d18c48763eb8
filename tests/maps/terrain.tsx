<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.11.0" name="terrain" tilewidth="32" tileheight="28" tilecount="5" columns="0">
 <grid orientation="orthogonal" width="1" height="1"/>
 <tile id="0" type="Grass"><image source="art/a.png" width="32" height="28"/></tile>
 <tile id="1" class="rock">
  <properties><property name="terrain" value="wall"/></properties>
  <image source="art/b.png" width="32" height="28"/>
 </tile>
 <tile id="2" type="swamp"><image source="art/c.png" width="32" height="28"/></tile>
 <tile id="3"><image source="art/d.png" width="32" height="28"/></tile>
 <tile id="4"><image source="art/tree.png" width="32" height="28"/></tile>
</tileset>
